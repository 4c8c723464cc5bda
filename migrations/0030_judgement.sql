-- Which model judged a mention, and the probabilities of negative and positive in thousandths; the rest is neutral. Small integers,
-- because a mention has many neighbours. Mentions of earlier versions have neither.
alter table mention add column model smallint;
alter table mention add column negative smallint;
alter table mention add column positive smallint;
alter table mention add constraint mention_judgement check (
  (negative is null and positive is null)
  or (model is not null and negative >= 0 and positive >= 0 and negative + positive <= 1000)) not valid;
alter table hidden_mention add column model smallint;
alter table hidden_mention add column negative smallint;
alter table hidden_mention add column positive smallint;
