-- The keys by which near-duplicates are found, in sorted lists instead of a row for each: twelve rows and places in an index were a
-- third of what storing a mention cost, and in a large project each of them was on another page. A run is the keys of the stories of
-- a batch, or of several runs that were merged; it never changes (src/store/mentions/key-run.ts). Runs are built from `story.keys` at
-- the start that follows this migration, and whenever they are repaired.
create table story_key_run (
  project_id uuid not null,
  -- Ascends in the order in which the stories were stored.
  number bigint not null,
  -- Names the contents: a number is used again when a transaction was rolled back.
  version uuid not null,
  stories integer not null check (stories > 0),
  entries bytea not null,
  ids bytea not null,
  -- Only of large runs: what a process keeps of them in memory.
  filter bytea,
  fences bytea,
  primary key (project_id, number)
);
-- Slices are read from the middle of a run, which compressed values do not allow. Hashes do not compress anyway.
alter table story_key_run
  alter column entries set storage external, alter column ids set storage external,
  alter column filter set storage external, alter column fences set storage external;
drop table story_key;
