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
  -- How long to wait between two readings; it follows how often the feed brings something. Null until the first reading.
  interval_seconds integer,
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
  -- The whole article, where a project wanted it. Matching never reads it: what is a mention must not depend on who came first.
  full_text text,
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

-- Where a project stands in the archive. One in step gets new posts together with all others (archive_head.matched_seq is its
-- place); any other is new, paused or without quota, and catches up from `seq`. No row is place 0. Whoever changes `in_step`
-- holds the lock of archive_head, so that `version` grows in commit order and tells what changed since one looked.
create table archive_place (
  project_id uuid primary key,
  seq bigint not null default 0,
  in_step boolean not null default false,
  version bigint not null default 0
);
create index archive_place_version on archive_place (version);
create sequence archive_version;

-- When a project listened: a gap in its coverage is an hour in which it did and nothing was asked.
create table listening (
  project_id uuid not null references project on delete cascade,
  since timestamptz not null,
  until timestamptz,
  primary key (project_id, since)
);
create function note_listening() returns trigger language plpgsql as $$
begin
  if new.listening then
    insert into listening (project_id, since) values (new.id, clock_timestamp()) on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    update listening set until = clock_timestamp() where project_id = new.id and until is null;
  end if;
  return null;
end $$;
create trigger project_listens after insert on project for each row when (new.listening) execute function note_listening();
create trigger project_listening_changes after update of listening on project
  for each row when (old.listening is distinct from new.listening) execute function note_listening();

-- Where a search source goes on for a project; saved with the mentions it belongs to.
create table source_cursor (
  project_id uuid not null,
  source text not null,
  cursor jsonb,
  -- A run that was told to come back much later has ended; the schedule comes back for it.
  owed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (project_id, source)
);
create index source_cursor_owed on source_cursor (owed_at) where owed_at is not null;

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
create index source_spending_item on source_spending (source, item);
create index source_spending_at on source_spending (at);

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
