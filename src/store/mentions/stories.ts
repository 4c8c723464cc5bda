import type { Platform } from '../../domain/platform.ts'
import { type Engagement, NO_ENGAGEMENT } from '../../domain/post.ts'
import { isWhole, positionsOf } from '../../domain/story-position.ts'
import { plainArray, plainArrays } from '../arrays.ts'
import type { Db } from '../db.ts'
import { millisOf, rankId } from '../ids.ts'
import { platformOf } from '../platforms.ts'
import { sql } from '../sql.ts'
import { type CountChange, changeCounts, STORIES } from './counts.ts'
import { countAuthors } from './story-authors.ts'
import { addStoryKeys } from './story-keys.ts'

// How near-duplicates are recognised and how a group is ranked. The analysis defines the rules; the store only keeps the results.
export interface StoryRules {
  compare(a: Uint8Array, b: Uint8Array): Comparison
  fingerprint(text: string): { readonly signature: Uint8Array; readonly keys: readonly number[] }
  rank(story: RankInput): { readonly score: number; readonly rankMs: number }
}

export interface Comparison {
  readonly relation: 'copy' | 'template' | 'other'
  readonly closeness: number
  readonly slot: 'tail' | 'number' | null
}

export interface RankInput {
  readonly publishedAt: Date
  readonly platform: Platform
  readonly engagement: Engagement
  readonly relevance: number
  readonly authors: number
  readonly copies: number
}

// The mentions of a story in one cell.
export interface CellMembers {
  readonly size: number
  // The earliest.
  readonly lead: string
}

export interface Story {
  id: string
  // The story that absorbed this one, which then has no mentions of its own.
  mergedInto: string | null
  familyId: string | null
  members: Map<number, CellMembers>
  relevance: number
  authorHashes: number[]
  engagement: Engagement
  signature: Uint8Array
  keys: readonly number[]
  outdated: boolean
  rankId: string
  score: number
  // As stored: the counts to subtract when the rank or the positions change; null for a story created in this batch.
  stored: { readonly rankId: string; readonly positions: readonly number[] } | null
}

export function sizeOf(story: Story): number {
  let size = 0
  for (const cell of story.members.values()) size += cell.size
  return size
}

// The earliest mention of the story, which stands for it, and its cell.
export function leadOf(story: Story): { readonly id: string; readonly cell: number } {
  let lead: { id: string; cell: number } | null = null
  for (const [cell, { lead: id }] of story.members) if (lead === null || id < lead.id) lead = { id, cell }
  // A merged story has no mentions; its id is that of its first one.
  return lead ?? { id: story.id, cell: 0 }
}

export function addMember(story: Story, cell: number, added: CellMembers): void {
  const known = story.members.get(cell)
  story.members.set(
    cell,
    known === undefined
      ? added
      : { size: known.size + added.size, lead: known.lead < added.lead ? known.lead : added.lead },
  )
}

export function addEngagement(a: Engagement, b: Engagement): Engagement {
  const sum = { ...NO_ENGAGEMENT }
  for (const name of ['likes', 'comments', 'shares', 'views'] as const) sum[name] = Math.max(0, a[name] + b[name])
  return sum
}

// Ranks stories and writes them with their keys, entries and counts. The caller holds the project's row lock.
export async function saveStories(
  tx: Db,
  projectId: string,
  stories: readonly Story[],
  storyRules: Pick<StoryRules, 'rank'>,
): Promise<void> {
  for (const story of stories) {
    if (story.mergedInto !== null) continue
    const lead = leadOf(story)
    const { score, rankMs } = storyRules.rank({
      publishedAt: new Date(millisOf(lead.id)),
      platform: platformOf(Math.floor(lead.cell / 3)),
      engagement: story.engagement,
      relevance: story.relevance,
      authors: countAuthors(story.authorHashes),
      copies: sizeOf(story),
    })
    story.score = score
    story.rankId = rankId(story.id, rankMs)
  }
  await writeStories(tx, projectId, stories)
}

// The same without ranking them again.
export async function writeStories(tx: Db, projectId: string, stories: readonly Story[]): Promise<void> {
  if (stories.length === 0) return
  const sorted = [...stories].sort((a, b) => (a.id < b.id ? -1 : 1))
  const removed: Listing[] = []
  const added: Listing[] = []
  for (const story of sorted) {
    const positions = listedAt(story)
    const { stored } = story
    if (stored !== null && stored.rankId === story.rankId && stored.positions.join() === positions.join()) continue
    for (const position of stored?.positions ?? []) removed.push({ position, key: stored?.rankId ?? '' })
    for (const position of positions) added.push({ position, key: story.rankId })
  }
  await Promise.all([
    upsertStories(tx, projectId, sorted),
    addStoryKeys(
      tx,
      projectId,
      sorted.filter(({ stored }) => stored === null),
    ),
    deleteEntries(tx, projectId, removed),
    insertEntries(tx, projectId, added),
  ])
  // Crowded spans are counted from what is stored.
  await changeCounts(tx, projectId, STORIES, [...removed.map(toChange(-1)), ...added.map(toChange(1))])
}

// Deletes stories without mentions. Their keys stay in the runs, where nothing is found of them.
export async function deleteStories(tx: Db, projectId: string, stories: readonly Story[]): Promise<void> {
  if (stories.length === 0) return
  const ids = stories.map(({ id }) => id)
  await tx`delete from story where project_id = ${projectId} and id = any(${ids}::uuid[])`
  const removed = stories.flatMap(({ stored }) =>
    (stored?.positions ?? []).map((position) => ({ position, key: stored?.rankId ?? '' })),
  )
  await deleteEntries(tx, projectId, removed)
  await changeCounts(tx, projectId, STORIES, removed.map(toChange(-1)))
}

interface Listing {
  readonly position: number
  // The rank id.
  readonly key: string
}

function toChange(change: number): (listing: Listing) => CountChange {
  return ({ position, key }) => ({ key, cell: position, change })
}

function listedAt(story: Story): number[] {
  if (story.mergedInto !== null) return []
  return positionsOf([...story.members.keys()].sort((a, b) => a - b))
}

async function deleteEntries(tx: Db, projectId: string, listings: readonly Listing[]): Promise<void> {
  const entries = listings.filter(({ position }) => !isWhole(position))
  if (entries.length === 0) return
  await tx`
    delete from story_entry e
     using unnest(${plainArray(entries.map(({ position }) => position))}::smallint[],
                  ${plainArray(entries.map(({ key }) => key))}::uuid[]) as w(position, rank_id)
     where e.project_id = ${projectId} and e.position = w.position and e.rank_id = w.rank_id`
}

async function insertEntries(tx: Db, projectId: string, listings: readonly Listing[]): Promise<void> {
  const entries = listings.filter(({ position }) => !isWhole(position))
  if (entries.length === 0) return
  await tx`
    insert into story_entry (project_id, position, rank_id)
    select ${projectId}::uuid, position, rank_id
      from unnest(${plainArray(entries.map(({ position }) => position))}::smallint[],
                  ${plainArray(entries.map(({ key }) => key))}::uuid[]) as w(position, rank_id)`
}

async function upsertStories(tx: Db, projectId: string, stories: readonly Story[]): Promise<void> {
  const column = (pick: (story: Story) => number | string) => plainArray(stories.map(pick))
  const lists = (pick: (cells: [number, CellMembers][]) => (number | string)[]) =>
    plainArrays(stories.map(({ members }) => (members.size > 1 ? pick([...members]) : [])))
  await tx`
    insert into story as s (project_id, id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes,
                            likes, comments, shares, views, signature, keys, merged_into, family_id, position, cells, cell_sizes, cell_leads,
                            outdated)
    select ${projectId}::uuid, id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes::integer[],
           likes, comments, shares, views, decode(signature, 'hex'), keys::integer[], merged_into, family_id, position,
           nullif(cells, '{}')::smallint[], nullif(cell_sizes, '{}')::integer[], nullif(cell_leads, '{}')::uuid[], outdated
      from unnest(
        ${column((s) => s.id)}::uuid[], ${column((s) => s.rankId)}::uuid[], ${column((s) => s.score)}::float8[],
        ${column((s) => leadOf(s).id)}::uuid[], ${column((s) => leadOf(s).cell)}::smallint[], ${column((s) => s.relevance)}::real[],
        ${column(sizeOf)}::integer[], ${column((s) => countAuthors(s.authorHashes))}::integer[],
        ${plainArrays(stories.map((s) => s.authorHashes))}::text[], ${column((s) => s.engagement.likes)}::bigint[],
        ${column((s) => s.engagement.comments)}::bigint[], ${column((s) => s.engagement.shares)}::bigint[],
        ${column((s) => s.engagement.views)}::bigint[], ${column((s) => (s.stored === null ? Buffer.from(s.signature).toString('hex') : '00'))}::text[],
        ${plainArrays(stories.map((s) => (s.stored === null ? s.keys : [])))}::text[], ${column((s) => s.mergedInto ?? 'null')}::uuid[],
        ${column((s) => s.familyId ?? 'null')}::uuid[], ${column((s) => listedAt(s)[0] ?? -1)}::smallint[],
        ${lists((cells) => cells.map(([cell]) => cell))}::text[], ${lists((cells) => cells.map(([, { size }]) => size))}::text[],
        ${lists((cells) => cells.map(([, { lead }]) => lead))}::text[], ${column((s) => String(s.outdated))}::boolean[])
      as t(id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes, likes, comments, shares, views, signature, keys,
           merged_into, family_id, position, cells, cell_sizes, cell_leads, outdated)
    on conflict (project_id, id) do update
       set rank_id = excluded.rank_id, score = excluded.score, lead_id = excluded.lead_id, cell = excluded.cell,
           relevance = excluded.relevance, size = excluded.size, authors = excluded.authors,
           author_hashes = excluded.author_hashes, likes = excluded.likes, comments = excluded.comments,
           shares = excluded.shares, views = excluded.views, merged_into = excluded.merged_into, family_id = excluded.family_id,
           position = excluded.position, cells = excluded.cells, cell_sizes = excluded.cell_sizes, cell_leads = excluded.cell_leads`
}

// Stories by id, merged ones included.
export async function readStoriesById(tx: Db, projectId: string, ids: readonly string[]): Promise<Story[]> {
  if (ids.length === 0) return []
  const rows = await tx`
    select ${COLUMNS} from story where project_id = ${projectId} and id = any(${ids as string[]}::uuid[]) order by id`
  return rows.map(toStory)
}

export const COLUMNS = sql`id, merged_into, family_id, rank_id, score, lead_id, cell, position, cells, cell_sizes, cell_leads, relevance, size,
    author_hashes, likes, comments, shares, views, outdated`

export function toStory(row: Record<string, unknown>): Story {
  const members = new Map<number, CellMembers>()
  const [cells, sizes, leads] = [row.cells, row.cell_sizes, row.cell_leads] as [number[] | null, number[], string[]]
  if (cells !== null) {
    for (const [at, cell] of cells.entries()) members.set(cell, { size: sizes[at] ?? 0, lead: leads[at] ?? '' })
  } else if ((row.size as number) > 0) {
    members.set(row.cell as number, { size: row.size as number, lead: row.lead_id as string })
  }
  const story: Story = {
    id: row.id as string,
    mergedInto: row.merged_into as string | null,
    familyId: row.family_id as string | null,
    members,
    relevance: row.relevance as number,
    authorHashes: row.author_hashes as number[],
    engagement: {
      likes: row.likes as number,
      comments: row.comments as number,
      shares: row.shares as number,
      views: row.views as number,
    },
    // Written once, when the story is created.
    signature: new Uint8Array(),
    keys: [],
    outdated: row.outdated as boolean,
    rankId: row.rank_id as string,
    score: row.score as number,
    stored: null,
  }
  return { ...story, stored: { rankId: story.rankId, positions: listedAt(story) } }
}
