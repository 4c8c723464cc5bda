-- Whether the terms occur in a long text only in passing, so that a list can leave such mentions out. Those stored before count as being
-- about their subject: nothing is known of them.
alter table mention add column passing boolean not null default false;
alter table hidden_mention add column passing boolean not null default false;
