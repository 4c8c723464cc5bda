-- The persons, organisations, places and provinces that the text of a mention names, such as `place:bandung`. Mentions stored before name
-- none: nothing is known of them.
alter table mention add column entities text[] not null default '{}';
alter table hidden_mention add column entities text[] not null default '{}';

-- The same of a segment of the search index; null where no mention names any, so that segments written before stay as they are.
alter table search_segment add column entities bytea;
alter table search_segment alter column entities set storage external;
