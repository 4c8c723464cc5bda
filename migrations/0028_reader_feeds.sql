-- Addresses at which a feed reader gets the newest mentions or stories of a project without logging in. The address is the secret, of
-- which only the hash is stored: a copy of the database opens none of them. Small and joined with accounts, so it stays on the
-- coordinator.
create table reader_feed (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  project_id uuid not null,
  secret_hash bytea not null unique,
  list text not null check (list in ('mentions', 'stories')),
  filter jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- To within an hour, so that people see which addresses are still in use.
  last_read_at timestamptz
);
create index reader_feed_account on reader_feed (account_id, created_at);
create index reader_feed_project on reader_feed (project_id);
