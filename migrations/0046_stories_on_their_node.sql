-- Pages of stories, as 0040 has them of mentions: the whole call runs on the node that holds the project, and each statement reads
-- one table by project.

-- As in 0040, but cells that are empty are not read, and the first pages need no walk.
create or replace function page_keys(p uuid, l smallint, cells integer[], skip bigint, take integer, out total bigint, out keys uuid[])
language plpgsql stable as $$
declare
  counts integer[];
  below uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  rest bigint := skip;
  c integer;
  k uuid;
begin
  keys := '{}';
  select m.total, m.counts into total, counts from mention_count m where m.project_id = p and m.list = l and m.span = 0 and m.start = 0;
  total := coalesce(case when cells is null then total else sum_cells(counts, cells) end, 0);
  if skip >= total then
    return;
  end if;
  if skip > 256 then
    select at.below, at.rest into below, rest from locate_page(p, l, cells, skip) at;
  end if;
  if cells is null and l = 0 then
    for k in select m.id from mention m where m.project_id = p and m.id < below order by m.id desc offset rest limit take loop
      keys := keys || k;
    end loop;
    return;
  end if;
  if cells is null then
    for k in
      select s.rank_id from story s where s.project_id = p and s.merged_into is null and s.rank_id < below
       order by s.rank_id desc offset rest limit take
    loop
      keys := keys || k;
    end loop;
    return;
  end if;
  foreach c in array cells loop
    continue when coalesce(counts[c + 1], 0) = 0;
    if l = 0 then
      for k in
        select m.id from mention m where m.project_id = p and m.cell = c::smallint and m.id < below order by m.id desc limit rest + take
      loop
        keys := keys || k;
      end loop;
    elsif c < 96 or (c - 96) % 4 = 0 then
      for k in
        select s.rank_id from story s where s.project_id = p and s.merged_into is null and s.position = c::smallint and s.rank_id < below
         order by s.rank_id desc limit rest + take
      loop
        keys := keys || k;
      end loop;
    else
      for k in
        select e.rank_id from story_entry e where e.project_id = p and e.position = c::smallint and e.rank_id < below
         order by e.rank_id desc limit rest + take
      loop
        keys := keys || k;
      end loop;
    end if;
  end loop;
  keys := array(select key from unnest(keys) key order by key desc offset rest limit take);
end $$;

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
  written record;
  at_lead integer;
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
    select array_agg(t.id order by t.tag) as ids, array_agg(t.tag order by t.tag) as tags
      into written from mention_tag t where t.project_id = p and t.id = any(leads);
    for n in 1 .. coalesce(cardinality(written.ids), 0) loop
      at_lead := array_position(leads, written.ids[n]);
      tags_of[at_lead] := array_append(tags_of[at_lead]::text[], written.tags[n])::text;
    end loop;
    select array_agg(w.id) as ids, array_agg(jsonb_build_object('text', w.text, 'by', w.by_name, 'at', w.written_at)) as notes
      into written from mention_note w where w.project_id = p and w.id = any(leads);
    for n in 1 .. coalesce(cardinality(written.ids), 0) loop
      notes_of[array_position(leads, written.ids[n])] := written.notes[n];
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
