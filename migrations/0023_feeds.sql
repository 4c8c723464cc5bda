-- `source` is how a feed is read, `platform` is whose posts it brings: a bridge for X is read like a news feed and brings posts of X.
-- Null: the platform of its source.
alter table feed add column platform text,
  -- Other addresses of the same feed, in the order in which they are tried when it cannot be read.
  add column alternatives text[] not null default '{}',
  -- The one of them that is read; null: its own address.
  add column read_address text,
  -- Addresses that their server reported as removed for good (410).
  add column gone_addresses text[] not null default '{}',
  -- Of a shipped outlet: where its address was learnt, and how sure it is.
  add column learnt text,
  add column certainty text;
update feed set platform = 'youtube' where source = 'news' and address ~ '/feeds/videos\.xml\?(.*&)?(channel_id|playlist_id|user)=';

-- The person who wrote an article, as its feed names them; the author of the mention is the outlet.
alter table mention add column byline text;
alter table hidden_mention add column byline text;

-- The number that a post had when its page was read: a changed article is read again.
alter table archive_post add column full_text_seq bigint;

-- Articles that a search found before any feed brought them, so that a feed that brings one later gives it the same id.
create table found_article (
  link text not null,
  outlet text not null,
  platform_id text not null,
  found_at timestamptz not null default now(),
  primary key (link, outlet)
);
create index found_article_age on found_article (found_at);
