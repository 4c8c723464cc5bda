-- Whether a person requested the run whose search was deferred. It continues as such a run; a search that the schedule deferred needs a
-- project that still listens.
alter table source_cursor add column deferred_requested boolean not null default false;
