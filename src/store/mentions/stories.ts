import { hash } from 'node:crypto'
import type { Platform } from '../../domain/platform.ts'
import { type Engagement, NO_ENGAGEMENT } from '../../domain/post.ts'
import { plainArray, plainArrays } from '../arrays.ts'
import type { Db } from '../db.ts'
import { millisOf, rankId } from '../ids.ts'
import { platformOf } from '../platforms.ts'
import { sql } from '../sql.ts'
import { type CountChange, changeCounts, STORIES } from './counts.ts'
import type { EngagementChange, NewMention } from './incoming.ts'

// How near-duplicates are recognised and how a group is ranked. The analysis defines the rules; the store only keeps the results.
export interface StoryRules {
  isNear(a: Uint8Array, b: Uint8Array): boolean
  rank(story: RankInput): { readonly score: number; readonly rankMs: number }
}

export interface RankInput {
  readonly publishedAt: Date
  readonly platform: Platform
  readonly engagement: Engagement
  readonly relevance: number
  readonly authors: number
  readonly copies: number
}

// Enough to distinguish new authors from known ones in all but the largest groups, whose count is then a lower bound.
export const AUTHOR_HASHES_MAX = 200

export interface Story {
  id: string
  leadId: string
  cell: number
  relevance: number
  size: number
  authors: number
  authorHashes: number[]
  engagement: Engagement
  signature: Uint8Array
  bands: string[]
  rankId: string
  score: number
  // As stored: the count to subtract when the rank changes; null for a story created in this batch.
  stored: { readonly rankId: string; readonly cell: number } | null
}

// Adds each mention to the group of its near-duplicates, or creates a new group, and ranks the changed groups. Returns the group of
// each mention, in order. The caller holds the project's row lock.
export async function foldIntoStories(
  tx: Db,
  projectId: string,
  mentions: readonly NewMention[],
  refreshed: readonly EngagementChange[],
  storyRules: StoryRules,
): Promise<string[]> {
  const salt = projectSalt(projectId)
  const bands = mentions.map((mention) => mention.bands.map((band) => String(BigInt.asIntN(64, band ^ salt))))
  const stories = await findStories(tx, projectId, bands, refreshed)
  const byId = new Map(stories.map((story) => [story.id, story]))
  const byBand = new Map<string, Story[]>()
  for (const story of stories) indexByBand(byBand, story)
  const touched = new Set<Story>()
  const chosen = mentions.map((mention, index) => {
    const own = bands[index] ?? []
    let story = nearest(byBand, own, mention.signature, storyRules)
    if (story === null) {
      story = newStory(mention, own)
      byId.set(story.id, story)
      indexByBand(byBand, story)
    } else addToStory(story, mention)
    touched.add(story)
    return story.id
  })
  for (const { storyId, change } of refreshed) {
    const story = byId.get(storyId)
    if (story === undefined) continue
    story.engagement = addEngagement(story.engagement, change)
    touched.add(story)
  }
  await saveStories(tx, projectId, [...touched], storyRules)
  return chosen
}

function nearest(
  byBand: Map<string, Story[]>,
  bands: readonly string[],
  signature: Uint8Array,
  storyRules: StoryRules,
): Story | null {
  const tried = new Set<Story>()
  for (const band of bands) {
    for (const story of byBand.get(band) ?? []) {
      if (tried.has(story)) continue
      tried.add(story)
      if (storyRules.isNear(story.signature, signature)) return story
    }
  }
  return null
}

function indexByBand(byBand: Map<string, Story[]>, story: Story): void {
  for (const band of story.bands) {
    const sharing = byBand.get(band)
    if (sharing === undefined) byBand.set(band, [story])
    else sharing.push(story)
  }
}

function newStory(mention: NewMention, bands: string[]): Story {
  return {
    id: mention.id,
    leadId: mention.id,
    cell: mention.cell,
    relevance: mention.relevance,
    size: 1,
    authors: 1,
    authorHashes: [authorHash(mention)],
    engagement: mention.post.engagement,
    signature: mention.signature,
    bands,
    rankId: '',
    score: 0,
    stored: null,
  }
}

function addToStory(story: Story, mention: NewMention): void {
  story.size += 1
  story.engagement = addEngagement(story.engagement, mention.post.engagement)
  story.relevance = Math.max(story.relevance, mention.relevance)
  const hash = authorHash(mention)
  if (!story.authorHashes.includes(hash) && story.authorHashes.length < AUTHOR_HASHES_MAX) {
    story.authorHashes.push(hash)
    story.authors += 1
  }
  if (mention.id < story.leadId) {
    story.leadId = mention.id
    story.cell = mention.cell
  }
}

// Ranks stories and writes them with their counts. The caller holds the project's row lock.
export async function saveStories(
  tx: Db,
  projectId: string,
  stories: readonly Story[],
  storyRules: StoryRules,
): Promise<void> {
  if (stories.length === 0) return
  const changes: CountChange[] = []
  for (const story of stories) {
    const { score, rankMs } = storyRules.rank({
      publishedAt: new Date(millisOf(story.leadId)),
      platform: platformOf(Math.floor(story.cell / 3)),
      engagement: story.engagement,
      relevance: story.relevance,
      authors: story.authors,
      copies: story.size,
    })
    story.score = score
    story.rankId = rankId(story.id, rankMs)
    if (story.stored?.rankId === story.rankId && story.stored.cell === story.cell) continue
    if (story.stored !== null) changes.push({ key: story.stored.rankId, cell: story.stored.cell, change: -1 })
    changes.push({ key: story.rankId, cell: story.cell, change: 1 })
  }
  const sorted = [...stories].sort((a, b) => (a.id < b.id ? -1 : 1))
  await upsertStories(tx, projectId, sorted)
  await changeCounts(tx, projectId, STORIES, changes)
}

async function upsertStories(tx: Db, projectId: string, stories: readonly Story[]): Promise<void> {
  const column = (pick: (story: Story) => number | string) => plainArray(stories.map(pick))
  await tx`
    insert into story as s (project_id, id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes,
                            likes, comments, shares, views, signature, bands)
    select ${projectId}::uuid, id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes::integer[],
           likes, comments, shares, views, decode(signature, 'hex'), bands::bigint[]
      from unnest(
        ${column((s) => s.id)}::uuid[], ${column((s) => s.rankId)}::uuid[], ${column((s) => s.score)}::float8[],
        ${column((s) => s.leadId)}::uuid[], ${column((s) => s.cell)}::smallint[], ${column((s) => s.relevance)}::real[],
        ${column((s) => s.size)}::integer[], ${column((s) => s.authors)}::integer[],
        ${plainArrays(stories.map((s) => s.authorHashes))}::text[], ${column((s) => s.engagement.likes)}::bigint[],
        ${column((s) => s.engagement.comments)}::bigint[], ${column((s) => s.engagement.shares)}::bigint[],
        ${column((s) => s.engagement.views)}::bigint[], ${column((s) => Buffer.from(s.signature).toString('hex'))}::text[],
        ${plainArrays(stories.map((s) => s.bands))}::text[])
      as t(id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes, likes, comments, shares, views, signature, bands)
    on conflict (project_id, id) do update
       set rank_id = excluded.rank_id, score = excluded.score, lead_id = excluded.lead_id, cell = excluded.cell,
           relevance = excluded.relevance, size = excluded.size, authors = excluded.authors,
           author_hashes = excluded.author_hashes, likes = excluded.likes, comments = excluded.comments,
           shares = excluded.shares, views = excluded.views`
}

// Stories that share a band with the batch, and those whose engagement changed.
export async function findStories(
  tx: Db,
  projectId: string,
  bands: readonly (readonly string[])[],
  refreshed: readonly EngagementChange[],
): Promise<Story[]> {
  const ids = [...new Set(refreshed.map((change) => change.storyId))]
  const near = bands.length === 0 ? [] : await findNear(tx, projectId, bands)
  const known = new Set(near.map((row) => row.id))
  const others = ids.filter((id) => !known.has(id))
  const changed =
    others.length === 0
      ? []
      : await tx`select ${COLUMNS} from story where project_id = ${projectId} and id = any(${others}::uuid[]) order by id`
  return [...near, ...changed].map((row) => ({
    id: row.id,
    leadId: row.lead_id,
    cell: row.cell,
    relevance: row.relevance,
    size: row.size,
    authors: row.authors,
    authorHashes: row.author_hashes,
    engagement: { likes: row.likes, comments: row.comments, shares: row.shares, views: row.views },
    signature: row.signature,
    bands: row.bands,
    rankId: row.rank_id,
    score: row.score,
    stored: { rankId: row.rank_id, cell: row.cell },
  }))
}

// One index look-up per mention: a look-up with the bands of a whole batch would first compare them all with each other. Stored
// bands include their project (projectSalt), so the condition on it is only a safeguard. It is cast, and sequential scans are off,
// because the planner would otherwise use an index on the project or a scan while there is little to read, and keep doing so as
// the project grows.
async function findNear(tx: Db, projectId: string, bands: readonly (readonly string[])[]) {
  await tx`set local enable_seqscan = off`
  return tx`
    select distinct on (id) ${COLUMNS}
      from unnest(${plainArrays(bands)}::text[]) as w(own) join story on bands && own::bigint[]
     where project_id::text = ${projectId} order by id`
}

function addEngagement(a: Engagement, b: Engagement): Engagement {
  const sum = { ...NO_ENGAGEMENT }
  for (const name of ['likes', 'comments', 'shares', 'views'] as const) sum[name] = Math.max(0, a[name] + b[name])
  return sum
}

const COLUMNS = sql`id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes, likes, comments, shares, views, signature,
    bands::text[] as bands`

// The project is part of every stored band, so that a look-up by band only finds stories of the same project.
function projectSalt(projectId: string): bigint {
  return hash('sha1', projectId, 'buffer').readBigInt64BE(0)
}

function authorHash(mention: NewMention): number {
  const { platform, author } = mention.post
  return hashAuthor(platform, author.id || author.username || mention.id)
}

export function hashAuthor(platform: Platform, author: string): number {
  return hash('sha1', `${platform}\n${author}`, 'buffer').readInt32BE(0)
}
