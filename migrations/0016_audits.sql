-- Every number that a summary states is stored with the query that recounts it: [{kind, filter, value}]. The recount selects the
-- mentions that were stored until `collected_until`. Once one of them is corrected, removed or moved to another story
-- (`mentions_changed_at`), the recount no longer applies.
alter table summary add column facts jsonb not null default '[]', add column collected_until timestamptz;
alter table project add column mentions_changed_at timestamptz;

-- now() is the start of the storing transaction, which may be before a summary was written although its mentions were not yet
-- visible to it.
alter table mention alter column collected_at set default clock_timestamp();

-- The name of the person who corrected a sentiment, beside the mention: accounts are on another node than mentions when distributed.
alter table mention add column corrected_name text;
do $$
declare
  person record;
begin
  for person in select id, name from account where id in (select distinct corrected_by from mention where corrected_by is not null) loop
    update mention set corrected_name = person.name where corrected_by = person.id;
  end loop;
end $$;

-- An audit of the model's sentiment: a person labels mentions that were drawn at random. The drawing order is a hash of salt and
-- mention id, and every mention of the filter whose hash is at most `cut` is drawn. So the labelled mentions remain a random sample
-- of every narrower filter, and of a project that grows, as long as all drawn mentions are labelled.
create table audit (
  project_id uuid not null,
  id uuid not null,
  filter jsonb not null,
  salt text not null,
  cut text collate "C" not null,
  -- Mentions collected later are drawn too when their hash is at most `cut`.
  drawn_at timestamptz not null default clock_timestamp(),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);

-- One label for each person and drawn mention. Labels are no corrections: the mention keeps its sentiment.
create table audit_label (
  project_id uuid not null,
  audit_id uuid not null,
  mention_id uuid not null,
  account_id uuid not null,
  sentiment smallint not null check (sentiment between -1 and 1),
  labelled_at timestamptz not null default now(),
  primary key (project_id, audit_id, mention_id, account_id)
);
