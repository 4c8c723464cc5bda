-- One post of Instagram or Facebook had other ids from the Graph API than from a bridge or a file, and so became several mentions. It is
-- known by the code or the number in its address, or else by its number within its page (postIdOf in src/domain/post-address.ts).
-- Stored posts get the same ids, so that collecting them again finds them known. Where a project has both already, the other one keeps
-- its id: a mention that was charged is not removed. No number that was counted depends on these ids.
do $$
declare
  instagram constant smallint := 4;
  facebook constant smallint := 1;
  -- The id by which a row with platform, kind, platform_id and url is known now.
  known_id constant text := $known$
    case
      when kind = 'comment' or starts_with(platform_id, 'comment:') then platform_id
      when platform = 4 then coalesce(
        case when url !~ '/(?:p|reels?|tv)/[A-Za-z0-9_-]+/c/\d' then
          substring(url from '^https?://(?:[^/?#]*\.)?(?:instagram\.com|instagr\.am)(?::\d+)?/(?:[A-Za-z0-9_.]+/)?(?:p|reels?|tv)/([A-Za-z0-9_-]{5,})')
        end, platform_id)
      -- Several short patterns: one long pattern takes twice as long.
      else coalesce(
        case when url ~ '^https?://(?:[^/?#]*\.)?(?:facebook\.com|fb\.com|fb\.watch)(?::\d+)?/' and url !~ '[?&](?:reply_)?comment_id=' then
          coalesce(
            substring(url from '^https?://[^/]+/[A-Za-z0-9_.-]+/(?:posts|videos|reels?)/(?:[^/]+/)?(\d+)(?![A-Za-z0-9_])'),
            substring(url from '^https?://[^/]+/(?:permalink|story)\.php\?(?:.*&)?story_fbid=(\d+)(?![A-Za-z0-9_])'),
            substring(url from '^https?://[^/]+/groups/[^/]+/(?:posts|permalink)/(\d+)(?![A-Za-z0-9_])'),
            substring(url from '^https?://[^/]+/(?:reels?|watch)/?(?:\?(?:.*&)?v=)?(\d+)(?![A-Za-z0-9_])'),
            substring(url from '^https?://[^/]+/photo(?:\.php|/)?\?(?:.*&)?fbid=(\d+)(?![A-Za-z0-9_])'),
            substring(url from '^https?://[^/]+/\d+_(\d+)/?$'))
        end, regexp_replace(platform_id, '^\d+_(\d+)$', '\1'))
    end $known$;
  stored text;
begin
  -- First the shown mentions: one that is shown and one that is hidden cannot have the same id.
  foreach stored in array array['mention', 'hidden_mention'] loop
    execute format($update$
      update %1$I m set platform_id = w.known_id
        from (select project_id, id, platform, platform_id, known_id,
                     row_number() over (partition by project_id, platform, known_id order by id) as place
                from (select project_id, id, platform, platform_id, %2$s as known_id from %1$I
                       where platform in (%3$s, %4$s)) k) w
       where m.project_id = w.project_id and m.id = w.id and w.place = 1 and w.known_id <> w.platform_id
         and not exists (select from mention o
                          where o.project_id = w.project_id and o.platform = w.platform and o.platform_id = w.known_id)
         and not exists (select from hidden_mention o
                          where o.project_id = w.project_id and o.platform = w.platform and o.platform_id = w.known_id)
      $update$, stored, known_id, facebook, instagram);
  end loop;

  -- A project that has yet to read the archive must find a post there once.
  execute format($create$
    create temporary table archived on commit drop as
      select seq, platform, platform_id, known_id, row_number() over (partition by platform, known_id order by seq) as place
        from (select seq, platform, platform_id, %1$s as known_id
                from (select seq, platform, platform_id, post ->> 'kind' as kind, post ->> 'url' as url from archive_post
                       where platform in (%2$s, %3$s)) p) k
    $create$, known_id, facebook, instagram);
  delete from archive_post a using archived w where a.seq = w.seq and w.place > 1;
  update archive_post a
     set platform_id = w.known_id, post = jsonb_set(a.post, '{platformId}', to_jsonb(w.known_id))
    from archived w
   where a.seq = w.seq and w.known_id <> w.platform_id
     and not exists (select from archive_post o where o.platform = w.platform and o.platform_id = w.known_id);
end $$;
