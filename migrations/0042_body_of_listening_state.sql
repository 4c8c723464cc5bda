-- As in 0017_listening.sql now: an SQL function whose body is not a string keeps newer releases of PostgreSQL from adding columns to
-- `project`, because it names its row type.
create or replace function listening_state(p project) returns text language sql stable as $$
  select case
    when p.kind = 'manual' then 'manual'
    when not p.listening then 'paused'
    when exists (select from account a where a.id = p.owner_id and a.disabled_at is not null) then 'disabled'
    when coalesce((select q.remaining from quota q where q.account_id = p.owner_id), 0) <= 0 then 'no_quota'
    else 'listening'
  end $$;
