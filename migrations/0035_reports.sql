-- A report of a project: which mentions, which blocks in which order with which comments, in which language. Its numbers are read when it
-- is opened. Small and joined with accounts, so it stays on the coordinator, as does report_link.
create table report (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  project_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  language text not null check (language in ('id', 'en')),
  filter jsonb not null default '{}',
  blocks jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index report_account on report (account_id, created_at);
create index report_project on report (project_id);

-- An address at which people without an account read a report as it was when the link was made. The page shows `content` and nothing
-- else, so nothing beyond it can be reached. Of the address only the hash is stored: a copy of the database opens none of them.
create table report_link (
  id uuid primary key,
  report_id uuid not null references report on delete cascade,
  token_hash bytea not null unique,
  password_hash text,
  content jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- To within an hour, so that people see which links are still in use.
  last_opened_at timestamptz
);
create index report_link_report on report_link (report_id, created_at);
create index report_link_expiry on report_link (expires_at);

-- A brief may carry a link to a report, made when the brief is sent.
alter table brief add column report_id uuid references report on delete set null;
