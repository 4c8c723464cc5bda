-- A filter, a range and an order under a name: of the person who saved it, or of everyone who works on the project. Small and joined with
-- accounts, so it stays on the coordinator.
create table saved_view (
  id uuid primary key,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  filter jsonb not null,
  time_range jsonb not null,
  list_order text not null check (list_order in ('newest', 'ranked')),
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saved_view_project on saved_view (project_id, created_at, id);

-- What people know about a day, shown on the time axis. The name stays when the account is gone.
create table day_note (
  id uuid primary key,
  project_id uuid not null,
  account_id uuid references account on delete set null,
  account_name text not null,
  day date not null,
  text text not null check (text <> '' and length(text) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index day_note_project on day_note (project_id, day, id);
