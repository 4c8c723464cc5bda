create table project (
  id uuid primary key,
  owner_id uuid not null references account,
  name text not null check (char_length(name) between 2 and 100),
  keyword text not null check (char_length(keyword) between 2 and 255),
  exclude text not null default '' check (char_length(exclude) <= 1000),
  category text not null,
  kind text not null check (kind in ('manual', 'auto')),
  listening boolean not null default false,
  start_day date not null,
  end_day date check (end_day >= start_day),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the schedule collects it next.
  next_run_at timestamptz not null default now(),
  -- A removed project is gone for everybody at once; its rows are cleared away in the background.
  removed_at timestamptz
);
create index project_owner on project (owner_id, created_at desc, id desc) where removed_at is null;
create index project_due on project (next_run_at) where listening and kind = 'auto' and removed_at is null;
create index project_removed on project (removed_at) where removed_at is not null;
