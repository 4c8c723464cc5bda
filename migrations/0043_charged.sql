-- What a project was charged, kept with each charge (checked by `pantau recount`). The overview shows it for all projects of an account,
-- and the ledger has a line for every batch that was ever stored.
alter table project add column charged bigint not null default 0;
update project p set charged = ledger.charged
  from (select project_id, -sum(amount) as charged from quota_entry where project_id is not null group by project_id) ledger
 where ledger.project_id = p.id;
