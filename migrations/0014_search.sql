-- The search index: every filter is answered from it, over all mentions of a project. It is derived from `mention` and can be
-- rebuilt at any time by putting ids back into `search_tail`.

-- Mentions that no segment contains yet. They are read from `mention` itself, so every filter is exact from the first second.
create table search_tail (
  project_id uuid not null,
  id uuid not null,
  primary key (project_id, id)
);

-- A set of mentions, sorted by id. All columns have one entry per mention, in that order, and never change, except `cells`.
create table search_segment (
  project_id uuid not null,
  segment uuid not null,
  mentions integer not null check (mentions > 0),
  oldest uuid not null,
  newest uuid not null,
  -- A byte per mention: its cell, or 255 when it was removed. Every change gives it another version.
  cells bytea not null,
  version uuid not null,
  ids bytea not null,
  authors bytea not null,
  stories bytea not null,
  languages bytea not null,
  language_names text[] not null,
  terms bytea not null,
  term_words bytea not null,
  primary key (project_id, segment)
);

-- Which mentions of a segment contain a word: words by hash, ascending, each with the positions of its mentions. A row holds as many
-- words as fit into a page without out-of-line storage; `first_word` is the smallest of them.
create table search_posting (
  project_id uuid not null,
  segment uuid not null,
  first_word bigint not null,
  data bytea not null,
  primary key (project_id, segment, first_word)
);

-- Hashes and variable-length numbers do not compress.
alter table search_segment
  alter column cells set storage external, alter column ids set storage external, alter column authors set storage external,
  alter column stories set storage external, alter column languages set storage external,
  alter column terms set storage external, alter column term_words set storage external;
alter table search_posting alter column data set storage external;

insert into search_tail (project_id, id) select project_id, id from mention;

-- Its lists were bounded, so their counts were not exact.
drop table day_digest;
