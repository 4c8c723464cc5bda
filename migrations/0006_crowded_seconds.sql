-- A second may be as crowded as an hour: an import whose rows know only their day has thousands of mentions at one instant.
-- Within a second, keys are ordered by their position: the millisecond, then the 12 bits of hash behind the version. That gives
-- 4,096,000 positions a second. Below a crowded second, mention_count has spans of 51,200, 640 and 8 positions, each an eightieth
-- of the one above. Their `span` is negative and their `start` is in positions since 1970; like minutes and seconds they exist
-- only below a crowded span (`split`). A second that was crowded before this migration is split by the next change that touches it;
-- until then its keys are read one after the other, as before.

-- The first id of a position: the bound of a key range. A position is an id's first 15 hexadecimal digits without the version.
create function first_id_at(pos bigint) returns uuid language sql immutable parallel safe
  return (overlay(lpad(to_hex(greatest(pos, 0)), 15, '0') placing '7' from 13 for 0) || '0000000000000000')::uuid;

-- As before, and on below the second; `lo` and `hi` are in positions. A loop that stops at the span it looks for needs half the time
-- of the running sum it replaces.
create or replace function locate_page(p uuid, l smallint, w integer[], skip bigint,
                                       out total bigint, out below uuid, out rest bigint)
language plpgsql stable as $$
begin
  select c0*w[1]+c1*w[2]+c2*w[3]+c3*w[4]+c4*w[5]+c5*w[6]+c6*w[7]+c7*w[8]+c8*w[9]
        +c9*w[10]+c10*w[11]+c11*w[12]+c12*w[13]+c13*w[14]+c14*w[15]+c15*w[16]+c16*w[17]+c17*w[18]
    into total from mention_count where project_id = p and list = l and span = 0 and start = 0;
  total := coalesce(total, 0);
  if skip >= total then
    return;
  end if;
  rest := skip;
  -- The first pages are what people read: counting from the newest key is shorter than any walk.
  if skip <= 256 then
    below := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    return;
  end if;
  declare
    lo bigint := -9223372036854775808;
    hi bigint := 9223372036854775807;
    unit bigint;
    found_start bigint;
    found_split boolean;
    n bigint;
    s integer;
    -- Looking into the array for every number of every row would be slow.
    w1 integer := w[1]; w2 integer := w[2]; w3 integer := w[3]; w4 integer := w[4]; w5 integer := w[5]; w6 integer := w[6];
    w7 integer := w[7]; w8 integer := w[8]; w9 integer := w[9]; w10 integer := w[10]; w11 integer := w[11]; w12 integer := w[12];
    w13 integer := w[13]; w14 integer := w[14]; w15 integer := w[15]; w16 integer := w[16]; w17 integer := w[17]; w18 integer := w[18];
  begin
    foreach s in array array[2764800, 86400, 3600, 60, 1, -51200, -640, -8] loop
      unit := case when s > 0 then 4096000 else 1 end;
      for found_start, found_split, n in
        select m.start, m.split, c0*w1+c1*w2+c2*w3+c3*w4+c4*w5+c5*w6+c6*w7+c7*w8+c8*w9
              +c9*w10+c10*w11+c11*w12+c12*w13+c13*w14+c14*w15+c15*w16+c16*w17+c17*w18
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
  end;
end $$;
