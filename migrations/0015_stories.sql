-- Stories are grouped by other rules: a group can be merged into an older one, texts of one template form a family, and a filter of
-- R10 applies to all mentions of a story, not only to its lead (docs/decisions/0020-stories.md).

alter table story
  -- The story that absorbed this one. It is never itself merged. Mentions keep their story_id: it is resolved when they are read, and
  -- a merged row stays as another example of what belongs to the group.
  add column merged_into uuid,
  add column family_id uuid,
  -- Where the story is counted and listed (src/domain/story-position.ts): its cell, or the set of platforms of a story with several cells.
  add column position smallint not null default 0,
  -- For a story with several cells: each cell, how many of its mentions are in it, and the earliest of them. Null for one cell.
  add column cells smallint[],
  add column cell_sizes integer[],
  add column cell_leads uuid[],
  -- What near-duplicates are found by: the rows of story_key.
  add column keys integer[] not null default '{}',
  -- Grouped by the rules before this migration; a job groups its mentions again.
  add column outdated boolean not null default false;
update story set position = cell, outdated = true;
drop index story_bands;
drop index story_cell;
alter table story
  drop column bands,
  drop constraint story_project_id_rank_id_key,
  drop constraint story_size_check,
  add constraint story_size_check check (size > 0 or (size = 0 and merged_into is not null));
create unique index story_rank on story (project_id, rank_id) where merged_into is null;
create index story_position on story (project_id, position, rank_id) where merged_into is null;
create index story_merged on story (project_id, merged_into) where merged_into is not null;
create index story_family_members on story (project_id, family_id) where family_id is not null;
create index story_outdated on story (project_id, id) where outdated;

-- The authors of a story are the smallest hashes of all of them: sorted, so that the next one is found quickly. A group with as many
-- hashes as there can be is counted again by the job.
update story set author_hashes = (select array_agg(h order by h) from unnest(author_hashes) h) where cardinality(author_hashes) > 1;

create table story_key (
  project_id uuid not null,
  key integer not null,
  story_id uuid not null,
  primary key (project_id, key, story_id)
);

-- A story with several cells is also listed once for each sentiment that it has.
create table story_entry (
  project_id uuid not null,
  position smallint not null,
  rank_id uuid not null,
  primary key (project_id, position, rank_id)
);
create index story_entry_rank on story_entry (project_id, rank_id);

-- Stories that are one text with other facts, as a bulletin is, or a campaign that numbers its posts.
create table story_family (
  project_id uuid not null,
  id uuid not null,
  signature bytea not null,
  -- Mentions and stories that were added, and how many of the stories differ from the first in one number: at the end, or anywhere.
  posts integer not null,
  stories integer not null,
  tails integer not null,
  numbers integer not null,
  author_hashes integer[] not null,
  -- Set when the family is one story: what its mentions may differ in, and the story.
  campaign text check (campaign in ('tail', 'number')),
  story_id uuid,
  primary key (project_id, id)
);
