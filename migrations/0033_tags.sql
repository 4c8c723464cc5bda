-- Words that people put on mentions to find them again. A tag is a filter, so what it is on is read often: `version` changes with every
-- change of what it is on, and names what a process may keep of it.
create table tag (
  project_id uuid not null,
  name text not null check (name <> '' and length(name) <= 50),
  version uuid not null,
  changed_at timestamptz not null,
  primary key (project_id, name)
);

-- A row of its own, not a column of the mention: a million of them are written without writing a million mentions again. They stay while
-- a mention is hidden, so that it has its tags when it is shown again.
create table mention_tag (
  project_id uuid not null,
  tag text not null,
  id uuid not null,
  primary key (project_id, tag, id)
);
create index mention_tag_mention on mention_tag (project_id, id);

-- What a person wrote about a mention, and who and when.
create table mention_note (
  project_id uuid not null,
  id uuid not null,
  text text not null check (text <> '' and length(text) <= 2000),
  by_name text not null,
  written_at timestamptz not null default now(),
  primary key (project_id, id)
);

-- One change of everything that a filter selected. The selected ids are stored in batches when it is requested: so its total is exact,
-- any process can go on with it, and it can be undone.
create table bulk_change (
  project_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  account_name text not null,
  change jsonb not null,
  total integer not null,
  changed integer not null default 0,
  done integer not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (project_id, id)
);

-- `changed` are those of `ids` that the change made a difference to, in the same order as `before`, which is what undoing restores.
-- `changed_at` is also written to what it hid or corrected: one with another time was changed again since, and stays as it is.
create table bulk_batch (
  project_id uuid not null,
  bulk_id uuid not null,
  number integer not null,
  ids uuid[] not null,
  changed uuid[],
  changed_at timestamptz,
  before jsonb,
  undone boolean not null default false,
  primary key (project_id, bulk_id, number)
);
