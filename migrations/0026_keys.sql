-- Keys of programs. A key is like a session that its owner opens for a program: it says what the program may do and in which projects,
-- and may last longer. The key itself is stored as a hash; its first characters are kept so that people recognise it.
create table api_key (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  hash bytea not null unique,
  prefix text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'collect', 'admin']),
  -- Null: all projects of the account, also those created later. The projects of a limited key may be removed before the key is.
  projects uuid[] check (cardinality(projects) > 0),
  -- Null: until it is revoked.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_used_from text
);
create index api_key_account on api_key (account_id, created_at);

-- As for sessions: every process checks its open streams when a key ends.
create trigger api_key_ends after delete or update of expires_at on api_key
  for each row execute function announce_session_end();
