-- What is read once for everybody: outlets' feeds, Facebook pages, Instagram hashtags.
create table feed (
  id uuid primary key,
  source text not null check (source in ('news', 'facebook', 'instagram')),
  address text not null check (char_length(address) <= 2000),
  name text not null default '',
  family text,
  region text,
  shipped boolean not null default false,
  enabled boolean not null default true,
  state text not null default 'new' check (state in ('new', 'ok', 'empty', 'stale', 'undated', 'blocked', 'broken')),
  detail text,
  cursor jsonb,
  failures integer not null default 0,
  posts bigint not null default 0,
  next_poll_at timestamptz not null default now(),
  last_polled_at timestamptz,
  last_post_at timestamptz,
  created_at timestamptz not null default now(),
  unique (source, address)
);
create index feed_due on feed (next_poll_at) where enabled;

-- Recent posts of all feeds, stored once. `seq` grows in commit order: writers take turns (src/store/archive.ts).
create table archive_post (
  seq bigint primary key,
  platform smallint not null,
  platform_id text not null,
  post jsonb not null,
  feed_id uuid,
  published_at timestamptz not null,
  archived_at timestamptz not null default now(),
  unique (platform, platform_id)
);
create index archive_post_age on archive_post (archived_at);

-- One row: the last number given out, and up to where posts were matched against all projects in step.
create table archive_head (
  only_row boolean primary key default true check (only_row),
  last_seq bigint not null default 0,
  matched_seq bigint not null default 0
);
insert into archive_head default values;

-- A project that is not in step with the archive: new, paused, or without quota. It catches up from here.
create table archive_place (
  project_id uuid primary key,
  seq bigint not null
);

-- Where a search source goes on for a project; saved with the mentions it belongs to.
create table source_cursor (
  project_id uuid not null,
  source text not null,
  cursor jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, source)
);

-- A source that said "come back later" says so for every project that shares its credential.
create table source_state (
  source text primary key,
  retry_at timestamptz,
  detail text,
  updated_at timestamptz not null default now()
);

-- What a platform counts against our key: searches a day, hashtags a week.
create table source_spending (
  id bigint generated always as identity primary key,
  source text not null,
  item text not null,
  at timestamptz not null default now()
);
create index source_spending_at on source_spending (source, at);

-- What was asked of each source in each hour, and how it ended. A gap is a gap, never a zero.
create table coverage (
  project_id uuid not null,
  platform smallint not null,
  hour timestamptz not null,
  asked integer not null default 0,
  answered integer not null default 0,
  empty integer not null default 0,
  failed integer not null default 0,
  not_configured integer not null default 0,
  primary key (project_id, platform, hour)
);

-- The same for feeds, which are read once for everybody: what they brought in an hour, every project can have from the archive.
create table feed_coverage (
  platform smallint not null,
  hour timestamptz not null,
  asked integer not null default 0,
  answered integer not null default 0,
  empty integer not null default 0,
  failed integer not null default 0,
  primary key (platform, hour)
);
