-- A feed that changes the ids of its entries brought the same articles again at every reading. An article is known by its link as well.
alter table archive_post
  -- The canonical link (src/domain/canonical-link.ts). Empty: the post has no link of its own. Null: archived before this column; it is
  -- computed at the next reading of its feed.
  add column link text,
  -- Entries with different titles had this link in one reading, so it does not identify an article.
  add column link_shared boolean not null default false,
  -- The id under which the article was last listed, if that is not its first one.
  add column last_id text,
  -- When it was last recognised by its link: it stays in the archive as long as it is listed under other ids.
  add column seen_at timestamptz,
  -- The text before the last change, and when that was. A changed post gets a new number, so that projects get it again.
  add column earlier_text text,
  add column changed_at timestamptz;
create index archive_post_link on archive_post (link) where link <> '';
create index archive_post_unlinked on archive_post (feed_id) where link is null;

-- The text of a mention before its article was last changed.
alter table mention add column earlier_text text, add column revised_at timestamptz;
alter table hidden_mention add column earlier_text text, add column revised_at timestamptz;

-- `repeating`: known articles return under new ids. `gone`: the server said that the feed was removed for good (410); it is not polled.
alter table feed drop constraint feed_state_check;
alter table feed add constraint feed_state_check
  check (state in ('new', 'ok', 'empty', 'stale', 'undated', 'repeating', 'blocked', 'broken', 'gone'));
