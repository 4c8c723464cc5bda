-- Work to be done, with its progress and its ending. A running job belongs to a worker until lease_until; a worker that
-- lives renews it, and the job of one that died is taken by another.
create table job (
  id uuid primary key,
  task text not null,
  -- What it is about: one open job per task and key.
  key text not null,
  payload jsonb not null default '{}',
  account_id uuid,
  project_id uuid,
  priority smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  worker text,
  lease_until timestamptz,
  progress jsonb not null default '{}',
  detail text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index job_open on job (task, key) where state in ('waiting', 'running');
create index job_due on job (priority desc, run_at, id) where state = 'waiting';
create index job_lease on job (lease_until) where state = 'running';
create index job_project on job (project_id, created_at desc) where project_id is not null;
create index job_finished on job (finished_at) where finished_at is not null;

-- What happened, for whoever watches live; kept for a short while so that a broken connection can resume.
create table event (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  kind text not null,
  data jsonb not null,
  at timestamptz not null default now()
);
create index event_account on event (account_id, id);
create index event_at on event (at);
