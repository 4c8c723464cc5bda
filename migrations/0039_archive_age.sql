-- One index instead of two: by age, and for the beginning of a platform. With one that begins with the platform, a plan that was made
-- while the archive was small looked up the id of a post by its platform alone, and so read the places of all articles for each entry of
-- a feed. It also costs less to write.
drop index archive_post_reach;
drop index archive_post_age;
create index archive_post_age on archive_post (archived_at, platform);
