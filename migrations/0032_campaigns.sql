-- Campaigns are looked for among the latest stories that several authors share (docs/explanation/campaigns.md): an index of these only,
-- so that the cost does not grow with the stories of a single author, which are nearly all.
create index story_shared on story (project_id, id) where merged_into is null and authors >= 5;
-- With the id, so that the first members of a campaign of thousands of merged stories are read without the others.
drop index story_merged;
create index story_merged on story (project_id, merged_into, id) where merged_into is not null;
-- Stories of a template, among which are those of numbered copies.
create index story_template on story (project_id, id) where merged_into is null and family_id is not null;
