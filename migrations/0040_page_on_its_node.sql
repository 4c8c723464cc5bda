-- Pages of a database that is distributed by project (docs/how-to/citus.md): a call runs as a whole on the node that holds the project.
-- Each statement reads one table by project, without joins and subqueries: Citus plans those once. A server that is not distributed
-- reads a page in one statement with the project instead (src/store/mentions/pages.ts).

-- The keys of a page, in order, and the total. `l` is the list, `cells` the selected cells or positions in `mention_count`, null for all.
create function page_keys(p uuid, l smallint, cells integer[], skip bigint, take integer, out total bigint, out keys uuid[])
language plpgsql stable as $$
declare
  below uuid;
  rest bigint;
  c integer;
  k uuid;
begin
  keys := '{}';
  select at.total, at.below, at.rest into total, below, rest from locate_page(p, l, cells, skip) at;
  if below is null then
    return;
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

-- The columns that a list of mentions shows. An empty page has one row, with the total and without an id.
create function mention_page(p uuid, cells integer[], skip bigint, take integer)
returns table (total bigint, id uuid, project_id uuid, cell smallint, text text, url text, author_id text, author_username text,
               author_name text, published_at timestamptz, updated_at timestamptz)
language plpgsql stable rows 10 as $$
declare
  at record;
  chosen uuid[];
begin
  if cells is null then
    select l.total, l.below, l.rest into at from locate_page(p, 0::smallint, null, skip) l;
    if at.rest > 0 then
      -- Skips in the index alone.
      select m.id into at.below from mention m where m.project_id = p and m.id < at.below order by m.id desc offset at.rest - 1 limit 1;
    end if;
    return query
      select at.total, m.id, m.project_id, m.cell, m.text, m.url, m.author_id, m.author_username, m.author_name, m.published_at,
             m.updated_at
        from mention m where m.project_id = p and m.id < at.below order by m.id desc limit take;
  else
    select k.total, k.keys into at from page_keys(p, 0::smallint, cells, skip, take) k;
    chosen := at.keys;
    return query
      select at.total, m.id, m.project_id, m.cell, m.text, m.url, m.author_id, m.author_username, m.author_name, m.published_at,
             m.updated_at
        from mention m where m.project_id = p and m.id = any(chosen) order by m.id desc;
  end if;
  if not found then
    total := at.total;
    return next;
  end if;
end $$;
