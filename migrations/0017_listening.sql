-- What a project did at any time since it was created: one period follows the other without a gap, the open one has no end, and a
-- period ends because the next one's state begins. Coverage is a share of the hours in which a project listened, so the hours before
-- it began, the hours it was paused and the hours it waited for quota have to be told apart. The dates are those of that time: what a
-- period lasted beyond them is before the start or after the end.
create table project_listening (
  project_id uuid not null references project on delete cascade,
  since timestamptz not null,
  until timestamptz check (until > since),
  state text not null check (state in ('listening', 'paused', 'manual', 'no_quota', 'disabled')),
  start_day date not null,
  end_day date,
  primary key (project_id, since)
);
create unique index project_listening_open on project_listening (project_id) where until is null;

create function listening_state(p project) returns text language sql stable as $$
  select case
    when p.kind = 'manual' then 'manual'
    when not p.listening then 'paused'
    when exists (select from account a where a.id = p.owner_id and a.disabled_at is not null) then 'disabled'
    when coalesce((select q.remaining from quota q where q.account_id = p.owner_id), 0) <= 0 then 'no_quota'
    else 'listening'
  end $$;

-- Ends the open period of a project and begins the next one, if its state or its dates have changed. The clock may have been set back:
-- a period is never shorter than a microsecond.
create function note_listening(p project, at timestamptz default clock_timestamp()) returns void language plpgsql as $$
declare
  now_state text := listening_state(p);
  last_period project_listening;
  change_at timestamptz := at;
begin
  select * into last_period from project_listening where project_id = p.id and until is null;
  if found then
    if last_period.state = now_state and last_period.start_day = p.start_day and last_period.end_day is not distinct from p.end_day then
      return;
    end if;
    change_at := greatest(at, last_period.since + interval '1 microsecond');
    update project_listening set until = change_at where project_id = p.id and since = last_period.since;
  end if;
  insert into project_listening (project_id, since, state, start_day, end_day)
  values (p.id, change_at, now_state, p.start_day, p.end_day);
end $$;

-- Triggers, so that no statement can change a project, a quota or an account and leave the periods behind. A project that begins to
-- listen while another transaction uses up the quota of its account would not be seen by that one: they wait for each other. Nothing
-- that is waited for after this lock is held by a transaction that waits for it.
create function lock_listening(owner uuid) returns void language sql
  as $$ select pg_advisory_xact_lock(hashtextextended('pantau listening ' || owner, 0)) $$;

drop trigger project_listens on project;
drop trigger project_listening_changes on project;
drop function note_listening();

create function note_project() returns trigger language plpgsql as $$
begin
  if new.listening or (tg_op = 'UPDATE' and old.listening) then
    perform lock_listening(new.owner_id);
  end if;
  perform note_listening(new);
  return null;
end $$;
-- A restored project brings its periods with it.
create trigger project_created after insert on project for each row
  when (current_setting('pantau.restoring', true) is distinct from 'on') execute function note_project();
create trigger project_changed after update of listening, kind, start_day, end_day on project for each row
  when ((old.listening, old.kind, old.start_day, old.end_day) is distinct from (new.listening, new.kind, new.start_day, new.end_day))
  execute function note_project();

create function note_account_projects() returns trigger language plpgsql as $$
declare
  owner uuid := to_jsonb(new) ->> tg_argv[0];
begin
  perform lock_listening(owner);
  perform note_listening(p) from project p where p.owner_id = owner and p.listening and p.kind = 'auto' and p.removed_at is null;
  return null;
end $$;
create trigger quota_changed after update of remaining on quota for each row
  when ((old.remaining > 0) <> (new.remaining > 0)) execute function note_account_projects('account_id');
create trigger account_changed after update of disabled_at on account for each row
  when ((old.disabled_at is null) <> (new.disabled_at is null)) execute function note_account_projects('id');

-- Existing projects: what is known are the times at which they listened, and since when an account has no quota or is disabled.
-- Periods that overlap (after a restore, a project had one too many) are cut where the next one begins.
create temporary table listened on commit drop as
  select project_id, since, nullif(least(coalesce(until, 'infinity'), lead(since, 1, 'infinity') over (partition by project_id order by since)),
                                   'infinity') as until
    from (
      select l.project_id, greatest(l.since, p.created_at) as since, l.until from listening l join project p on p.id = l.project_id
       where p.kind = 'auto'
      union all
      select p.id, p.created_at, null from project p
       where p.kind = 'auto' and p.listening and not exists (select from listening l where l.project_id = p.id and l.until is null)) l;
delete from listened where until <= since;
insert into project_listening (project_id, since, until, state, start_day, end_day)
select t.project_id, t.since, t.until, t.state, p.start_day, p.end_day
  from (
    select project_id, since, until, 'listening' as state from listened
    union all
    -- After a period comes a pause until the next one, and before the first one as well.
    select project_id, until, lead(since) over (partition by project_id order by since), 'paused' from listened
    union all
    select p.id, p.created_at, (select min(l.since) from listened l where l.project_id = p.id),
           case p.kind when 'manual' then 'manual' else 'paused' end
      from project p) t
  join project p on p.id = t.project_id
 where t.since is not null and (t.until is null or t.until > t.since);
select note_listening(p, coalesce(a.disabled_at, (select max(e.at) from quota_entry e where e.account_id = p.owner_id), clock_timestamp()))
  from project p join account a on a.id = p.owner_id;
drop table listening;

-- A source that refuses us, or asks us to wait, is neither silent nor broken.
alter table coverage add column blocked integer not null default 0;
alter table feed_coverage add column blocked integer not null default 0;

-- How far back the archive reached when the project began to read it: what feeds brought since then, the project has got.
alter table archive_position add column reaches_back timestamptz;
update archive_position a set reaches_back = least(p.created_at, (select min(archived_at) from archive_post))
  from project p where p.id = a.project_id;
update archive_position set reaches_back = now() where reaches_back is null;
alter table archive_position alter column reaches_back set not null, alter column reaches_back set default now();

-- Mentions that a person hid as irrelevant. They are rows of `mention` elsewhere, so that no count, list or chart has to know of them.
create table hidden_mention (
  like mention including defaults,
  hidden_by uuid not null,
  hidden_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, platform, platform_id)
);

-- How many charged mentions were removed because they were too old: what was charged is what is stored, hidden or expired. For existing
-- projects it is what was charged and is not there.
alter table project add column expired_mentions bigint not null default 0;
create temporary table stored on commit drop as select project_id, count(*) as mentions from mention group by project_id;
update project p set expired_mentions = greatest(0, coalesce(charged.amount, 0) - coalesce(s.mentions, 0))
  from (select project_id, -sum(amount) as amount from quota_entry where project_id is not null group by project_id) charged
  left join stored s on s.project_id = charged.project_id
 where charged.project_id = p.id;
