-- What happened to the mentions of a project, for programs that keep a copy of them. Every change has a number; those of one transaction
-- and kind are one row, which has the number of its last one: mentions arrive in batches, and a row for each would double their cost.
-- The numbers are drawn under the project's row lock, which is held until the transaction ends. So they grow in the order in which the
-- changes become visible, without gaps. The newest row of a project is never deleted: the next number follows from it.
create table mention_change (
  project_id uuid not null,
  last bigint not null,
  kind text not null check (kind in ('new', 'changed', 'deleted')),
  ids uuid[] not null,
  at timestamptz not null default now(),
  primary key (project_id, last)
);
