-- Counts by cell in one array instead of 18 columns, so that a new platform needs no schema change: a cell beyond the end of the
-- array counts as zero. `total` is the sum of all cells, which is what most pages need.
alter table mention_count add column total integer not null default 0, add column counts integer[] not null default '{}';
update mention_count set
  counts = array[c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17],
  total = c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9 + c10 + c11 + c12 + c13 + c14 + c15 + c16 + c17;
alter table mention_count
  drop column c0, drop column c1, drop column c2, drop column c3, drop column c4, drop column c5, drop column c6, drop column c7,
  drop column c8, drop column c9, drop column c10, drop column c11, drop column c12, drop column c13, drop column c14,
  drop column c15, drop column c16, drop column c17;
alter table mention drop constraint mention_check, add constraint mention_cell_check check (cell >= 0 and cell / 3 = platform);
alter table story drop constraint story_cell_check, add constraint story_cell_check check (cell >= 0);

create function add_counts(a integer[], b integer[]) returns integer[] language plpgsql immutable as $$
declare
  i integer;
begin
  for i in 1 .. coalesce(array_length(b, 1), 0) loop
    if i > coalesce(array_length(a, 1), 0) or b[i] <> 0 then
      a[i] := coalesce(a[i], 0) + b[i];
    end if;
  end loop;
  return a;
end $$;

create function sum_cells(counts integer[], cells integer[]) returns bigint language plpgsql immutable as $$
declare
  c integer;
  n bigint := 0;
begin
  foreach c in array cells loop
    n := n + coalesce(counts[c + 1], 0);
  end loop;
  return n;
end $$;

-- Finds where a page begins: walks from the widest spans to the narrowest, newest first. `cells` are the selected cells, null for
-- all. Returns the total, the key below which the page starts (null past the end), and how many keys to skip below it. `lo` and
-- `hi` are positions (0006_crowded_seconds.sql).
drop function locate_page(uuid, smallint, integer[], bigint);
create function locate_page(p uuid, l smallint, cells integer[], skip bigint,
                            out total bigint, out below uuid, out rest bigint)
language plpgsql stable as $$
declare
  lo bigint := -9223372036854775808;
  hi bigint := 9223372036854775807;
  unit bigint;
  found_start bigint;
  found_split boolean;
  n bigint;
  s integer;
begin
  select case when cells is null then m.total else sum_cells(m.counts, cells) end
    into total from mention_count m where m.project_id = p and m.list = l and m.span = 0 and m.start = 0;
  total := coalesce(total, 0);
  if skip >= total then
    return;
  end if;
  rest := skip;
  -- The first pages are read most often, and skipping keys from the newest one is cheaper than a walk.
  if skip <= 256 then
    below := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    return;
  end if;
  foreach s in array array[2764800, 86400, 3600, 60, 1, -51200, -640, -8] loop
    unit := case when s > 0 then 4096000 else 1 end;
    for found_start, found_split, n in
      select m.start, m.split, case when cells is null then m.total else sum_cells(m.counts, cells) end
        from mention_count m
       where m.project_id = p and m.list = l and m.span = s and m.start >= lo / unit and m.start < hi / unit
       order by m.start desc
    loop
      exit when n > rest;
      rest := rest - n;
    end loop;
    lo := found_start * unit;
    hi := lo + abs(s) * unit;
    exit when not found_split;
  end loop;
  below := first_id_at(hi);
end $$;
