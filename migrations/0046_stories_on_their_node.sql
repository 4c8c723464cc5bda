-- Pages of stories, as 0040 has them of mentions: the whole call runs on the node that holds the project, and each statement reads
-- one table by project.

-- The mention that shows a story under a filter: the earliest in the chosen cells, or the leading one where none are chosen. A story
-- with one cell has no `cells`: it was selected because of that cell.
create function lead_in(lead uuid, cells smallint[], leads uuid[], chosen smallint[]) returns uuid
language plpgsql immutable as $$
declare
  first uuid;
begin
  if cells is null or chosen is null then
    return lead;
  end if;
  for n in 1 .. cardinality(cells) loop
    if cells[n] = any(chosen) and (first is null or leads[n] < first) then
      first := leads[n];
    end if;
  end loop;
  return first;
end $$;

-- Each story with the mention that shows it, by its rank (`key`), in any order. `positions` are the selected ones, null for all. An
-- empty page has one row, with the total and without an id. The columns are those of src/store/mentions/ranked.ts.
create function story_page(p uuid, positions integer[], skip bigint, take integer, chosen smallint[])
returns table (total bigint, key uuid, id uuid, project_id uuid, cell smallint, text text, url text, author_id text,
               author_username text, author_name text, published_at timestamptz, updated_at timestamptz, platform_id text, kind text,
               language text, likes bigint, comments bigint, shares bigint, views bigint, matched text[], passing boolean,
               entities text[], story_id uuid, corrected_name text, corrected_at timestamptz, earlier_text text,
               revised_at timestamptz, byline text, model smallint, negative smallint, positive smallint, similar integer,
               unmatched boolean, tags text[], note jsonb, score double precision, size integer, authors integer,
               author_hashes integer, story_relevance real, story_likes bigint, story_comments bigint, story_shares bigint,
               story_views bigint)
language plpgsql stable rows 10 as $$
declare
  at record;
  chosen_keys uuid[];
  -- The stories, and by the position of their mention in `leads` what was written about it.
  s record;
  leads uuid[] := '{}';
  unmatched_ids uuid[];
  tags_of text[] := '{}';
  notes_of jsonb[] := '{}';
  tagged record;
begin
  select k.total, k.keys into at from page_keys(p, 1::smallint, positions, skip, take) k;
  chosen_keys := at.keys;
  if cardinality(chosen_keys) > 0 then
    select array_agg(st.rank_id) as keys, array_agg(st.id) as ids, array_agg(lead_in(st.lead_id, st.cells, st.cell_leads, chosen)) as leads,
           array_agg(st.score) as scores, array_agg(st.size) as sizes, array_agg(st.authors) as authors,
           array_agg(cardinality(st.author_hashes)) as author_hashes, array_agg(st.relevance) as relevances,
           array_agg(st.likes) as likes, array_agg(st.comments) as comments, array_agg(st.shares) as shares, array_agg(st.views) as views
      into s from story st where st.project_id = p and st.rank_id = any(chosen_keys) and st.merged_into is null;
    leads := s.leads;
    select array_agg(u.id) into unmatched_ids from unmatched_mention u where u.project_id = p and u.id = any(leads);
    for tagged in
      select t.id, array_agg(t.tag order by t.tag)::text as tags from mention_tag t
       where t.project_id = p and t.id = any(leads) group by t.id
    loop
      tags_of[array_position(leads, tagged.id)] := tagged.tags;
    end loop;
    for tagged in
      select n.id, jsonb_build_object('text', n.text, 'by', n.by_name, 'at', n.written_at) as note from mention_note n
       where n.project_id = p and n.id = any(leads)
    loop
      notes_of[array_position(leads, tagged.id)] := tagged.note;
    end loop;
    return query
      select at.total, s.keys[array_position(leads, m.id)], m.id, m.project_id, m.cell, m.text, m.url, m.author_id, m.author_username,
             m.author_name, m.published_at, m.updated_at, m.platform_id, m.kind, m.language, m.likes, m.comments, m.shares, m.views,
             m.matched, m.passing, m.entities, s.ids[array_position(leads, m.id)], m.corrected_name, m.corrected_at, m.earlier_text,
             m.revised_at, m.byline, m.model, m.negative, m.positive, s.sizes[array_position(leads, m.id)] - 1,
             coalesce(m.id = any(unmatched_ids), false), coalesce(tags_of[array_position(leads, m.id)], '{}')::text[],
             notes_of[array_position(leads, m.id)], s.scores[array_position(leads, m.id)], s.sizes[array_position(leads, m.id)],
             s.authors[array_position(leads, m.id)], s.author_hashes[array_position(leads, m.id)],
             s.relevances[array_position(leads, m.id)], s.likes[array_position(leads, m.id)], s.comments[array_position(leads, m.id)],
             s.shares[array_position(leads, m.id)], s.views[array_position(leads, m.id)]
        from mention m where m.project_id = p and m.id = any(leads);
    if found then
      return;
    end if;
  end if;
  total := at.total;
  return next;
end $$;
