-- What a project was before each edit, and how far its mentions were compared with the expression that the edit brought. Numbered by
-- project, so that the newest edit is the one with the highest number.
create table project_edit (
  project_id uuid not null references project on delete cascade,
  number integer not null,
  edited_by uuid not null,
  at timestamptz not null default clock_timestamp(),
  before jsonb not null,
  after jsonb not null,
  -- Mentions are compared from the newest to the oldest: those with this id and all after it are done. Null: none is.
  checked_from uuid,
  checked boolean not null default false,
  primary key (project_id, number)
);

-- Mentions that the expression or the dates of the project no longer match. A table of its own: a mark on the mention would rewrite its
-- row and all its indexes.
create table unmatched_mention (
  project_id uuid not null,
  id uuid not null,
  primary key (project_id, id)
);

-- A run that was requested goes on after an edit, but not after its owner stopped the project. Both change `updated_at`.
alter table project add column stopped_at timestamptz;
update project set stopped_at = updated_at where not listening;

-- How far back each source could be read by the last run of a project whose end date has passed. The hours between `wanted_since` and
-- `since` are a gap.
create table lookback (
  project_id uuid not null references project on delete cascade,
  source text not null,
  platform smallint not null,
  -- `archived`: read from the archive, whose hours are covered as far as its feeds were read.
  outcome text not null check (outcome in ('covered', 'archived', 'failed', 'blocked')),
  wanted_since timestamptz not null,
  since timestamptz not null,
  until timestamptz not null,
  at timestamptz not null default now(),
  primary key (project_id, source)
);

-- A preview counts the posts of each day and platform and reads a sample of them; a look back has to know where the archive of a
-- platform begins. Both without reading the posts.
create index archive_post_published on archive_post (published_at, platform, seq);
create index archive_post_reach on archive_post (platform, archived_at);
