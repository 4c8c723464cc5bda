-- Who logs in, their sessions and their quota.

create table account (
  id uuid primary key,
  username text not null check (char_length(username) between 1 and 100),
  name text not null check (char_length(name) <= 200),
  email text not null check (char_length(email) <= 320),
  password_hash text not null,
  roles text[] not null default '{user}',
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
-- Names differ by more than case, so that nobody can pass for somebody else.
create unique index account_username on account (lower(username));

-- Only a hash of the token is kept: a copy of the database opens no session.
create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

-- Failed log-ins per name and address: a guesser is slowed down where it guesses, the rightful user elsewhere is not.
create table login_failure (
  username text not null,
  address text not null,
  failures integer not null,
  last_at timestamptz not null default now(),
  primary key (username, address)
);

create table quota (
  account_id uuid primary key references account on delete cascade,
  remaining integer not null check (remaining >= 0)
);

-- Append-only. Granted minus charged is what remains, always. Lines outlive their project, so there is no foreign key to it.
create table quota_entry (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  project_id uuid,
  job_id uuid,
  amount integer not null check (amount <> 0),
  at timestamptz not null default now()
);
create index quota_entry_account on quota_entry (account_id, at);
create index quota_entry_project on quota_entry (project_id, at) where project_id is not null;

-- Append-only: what people changed.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id uuid,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index audit_entry_at on audit_entry (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger quota_entry_append_only before update or delete on quota_entry
  for each statement execute function refuse_change();
create trigger audit_entry_append_only before update or delete on audit_entry
  for each statement execute function refuse_change();
