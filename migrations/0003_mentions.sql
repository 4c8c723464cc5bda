-- Everything of a project carries project_id in every key, so that these tables can be distributed by project.
-- There are no foreign keys to project for the same reason: clearing a project away deletes its rows explicitly.

-- The id is a UUIDv7 whose time part is the publication time and whose rest is a hash of (project, platform, platform id):
-- one key gives identity, order and idempotence.
create table mention (
  project_id uuid not null,
  id uuid not null,
  -- Position in the list of platforms (src/domain/platform.ts).
  platform smallint not null,
  -- platform * 3 + sentiment + 1: every filter of the contract is a choice of cells.
  cell smallint not null check (cell between 0 and 17 and cell / 3 = platform),
  platform_id text not null,
  kind text not null,
  text text not null,
  url text not null,
  author_id text not null,
  author_username text not null,
  author_name text not null,
  language text not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  views bigint not null,
  matched text[] not null,
  relevance real not null,
  -- What the model said, kept when a person says otherwise.
  model_sentiment smallint not null check (model_sentiment between -1 and 1),
  confidence real not null,
  corrected_by uuid,
  corrected_at timestamptz,
  -- The near-duplicate group: the id of its first mention.
  story_id uuid not null,
  published_at timestamptz not null,
  collected_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, id),
  -- The same post found twice for one project is one mention, so collecting again is harmless.
  unique (project_id, platform, platform_id)
);
create index mention_cell on mention (project_id, cell, id);
-- Only what was folded into another mention: most mentions are alone.
create index mention_copy on mention (project_id, story_id, id) where story_id <> id;

-- How many mentions of each cell lie in a span of time, kept in the same transaction as the mentions. `list` 0 counts
-- mentions by publication, 1 counts stories by rank. Spans are in seconds: 0 (everything), 32 days, a day, an hour; minutes
-- exist only below a crowded hour and seconds below a crowded minute (`split`), so a burst costs a page no more than a trickle.
create table mention_count (
  project_id uuid not null,
  list smallint not null,
  span integer not null,
  start bigint not null,
  split boolean not null default false,
  c0 integer not null default 0, c1 integer not null default 0, c2 integer not null default 0,
  c3 integer not null default 0, c4 integer not null default 0, c5 integer not null default 0,
  c6 integer not null default 0, c7 integer not null default 0, c8 integer not null default 0,
  c9 integer not null default 0, c10 integer not null default 0, c11 integer not null default 0,
  c12 integer not null default 0, c13 integer not null default 0, c14 integer not null default 0,
  c15 integer not null default 0, c16 integer not null default 0, c17 integer not null default 0,
  primary key (project_id, list, span, start)
) with (fillfactor = 50);

-- A near-duplicate group, ranked. rank_id is its order key: a UUIDv7 whose time part is the score as a time.
create table story (
  project_id uuid not null,
  id uuid not null,
  rank_id uuid not null,
  score double precision not null,
  -- The mention that stands for the group: the earliest published.
  lead_id uuid not null,
  cell smallint not null check (cell between 0 and 17),
  relevance real not null,
  size integer not null check (size > 0),
  authors integer not null,
  -- Hashes of the first authors, to tell a new author from a known one.
  author_hashes integer[] not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  views bigint not null,
  signature bytea not null,
  bands bigint[] not null,
  primary key (project_id, id),
  unique (project_id, rank_id)
);
create index story_cell on story (project_id, cell, rank_id);
-- Band hashes contain the project, so one index serves all projects and a look-up touches one project only.
create index story_bands on story using gin (bands) with (fastupdate = off);
create index story_size on story (project_id, size desc, rank_id desc) where size > 1;

-- What a day was about, in lists of bounded length, so that any range of days is read at the same cost.
create table day_digest (
  project_id uuid not null,
  day date not null,
  languages jsonb not null,
  authors jsonb not null,
  hashtags jsonb not null,
  terms jsonb not null,
  primary key (project_id, day)
);

create table summary (
  project_id uuid not null,
  id uuid not null,
  text text not null,
  distribution jsonb not null,
  total integer not null,
  engine text not null,
  evidence jsonb not null,
  dropped integer not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);

-- The first id of an instant, in milliseconds: the bound of a key range.
create function first_id(ms bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(greatest(ms, 0)), 12, '0') || '00000000000000000000')::uuid;

-- Where a page begins: walks from the widest spans to the narrowest, newest first. `w` has 1 for each chosen cell.
-- Answers the total, the key below which the page lies (null past the end), and how many keys to skip below it.
create function locate_page(p uuid, l smallint, w integer[], skip bigint,
                            out total bigint, out below uuid, out rest bigint)
language plpgsql stable as $$
declare
  lo bigint := -9223372036854775808;
  hi bigint := 9223372036854775807;
  found_start bigint;
  found_before bigint;
  found_split boolean;
  s integer;
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
  foreach s in array array[2764800, 86400, 3600, 60, 1] loop
    select t.start, t.before, t.split into found_start, found_before, found_split from (
      select u.start, u.split, u.n, (sum(u.n) over (order by u.start desc))::bigint - u.n as before from (
        select m.start, m.split,
               c0*w[1]+c1*w[2]+c2*w[3]+c3*w[4]+c4*w[5]+c5*w[6]+c6*w[7]+c7*w[8]+c8*w[9]
              +c9*w[10]+c10*w[11]+c11*w[12]+c12*w[13]+c13*w[14]+c14*w[15]+c15*w[16]+c16*w[17]+c17*w[18] as n
          from mention_count m
         where m.project_id = p and m.list = l and m.span = s and m.start >= lo and m.start < hi) u) t
     where t.before + t.n > rest order by t.start desc limit 1;
    rest := rest - found_before;
    lo := found_start;
    hi := found_start + s;
    exit when not found_split;
  end loop;
  below := first_id(hi * 1000);
end $$;
