-- A session has an id that is no secret, so that its user can list it and end it, and says where it is used.
alter table session
  add column id uuid not null default gen_random_uuid(),
  add column address text not null default '',
  add column user_agent text not null default '',
  add column last_seen_at timestamptz not null default now();
create unique index session_id on session (id);

-- However a session ends or its end moves, every process learns its id when the transaction commits, and checks its open streams.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('pantau_session_end', old.id::text);
  return null;
end $$;
create trigger session_ends after delete or update of expires_at on session
  for each row execute function announce_session_end();

-- Log-in attempts, limited in several scopes at once: per device, name, address and over all. Each scope allows a number of attempts
-- and then one per interval. One time is enough to count them: an attempt moves `used_until` by an interval, and is refused when
-- that is further ahead than the allowed number of intervals. A row whose time has passed says nothing. Keys are hashes, so that
-- what was typed as a name, sometimes a password, is not stored.
create table login_attempt (
  scope text not null,
  key bytea not null,
  used_until timestamptz not null,
  primary key (scope, key)
);
create index login_attempt_used_until on login_attempt (used_until);
drop table login_failure;

-- The browsers (a random cookie) and addresses from which an account has logged in. They have limits of their own, so that a guesser
-- elsewhere cannot lock the user out.
create table known_client (
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('device', 'address')),
  key bytea not null,
  last_at timestamptz not null default now(),
  primary key (account_id, kind, key)
);
create index known_client_key on known_client (kind, key);
create index known_client_last_at on known_client (last_at);
