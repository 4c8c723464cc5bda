-- Which model judged a mention, and the probabilities of negative and positive in thousandths; the rest is neutral. Small integers,
-- because a mention has many neighbours. Mentions of earlier versions have none: their probabilities were not kept.
alter table mention add column model smallint;
alter table mention add column negative smallint;
alter table mention add column positive smallint;
alter table mention add constraint mention_judgement check (
  (model is null and negative is null and positive is null)
  or (negative >= 0 and positive >= 0 and negative + positive <= 1000 and model >= 0)) not valid;
alter table hidden_mention add column model smallint;
alter table hidden_mention add column negative smallint;
alter table hidden_mention add column positive smallint;
