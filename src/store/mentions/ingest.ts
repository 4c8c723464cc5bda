import { cellOf } from '../../domain/cell.ts'
import { TASKS } from '../../domain/job.ts'
import type { Author, Engagement, Post } from '../../domain/post.ts'
import { addEvent } from '../accounts/events.ts'
import { chargeQuota, lockRemaining } from '../accounts/quota.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { mentionId } from '../ids.ts'
import { addJob } from '../jobs/jobs.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'
import { addToIndex, isTailLong } from '../search/change.ts'
import { makeDue } from '../watching/alerts.ts'
import { logChanges } from './change-log.ts'
import { type CountChange, changeCounts, MENTIONS } from './counts.ts'
import type { EngagementChange, Incoming, NewMention } from './incoming.ts'
import { insertMentions, toEngagement } from './rows.ts'
import type { StoryRules } from './stories.ts'
import { foldIntoStories } from './story-fold.ts'

// Mentions.
const TAIL_CHECKED_EVERY = 128

export interface IngestTarget {
  readonly projectId: string
  readonly ownerId: string
  readonly jobId: string | null
}

export interface Ingested {
  // New mentions, each of which was charged.
  readonly added: number
  readonly known: number
  // Not stored because the quota ran out.
  readonly unpaid: number
  readonly remaining: number
  // One for each of `incoming`, in the same order.
  readonly outcomes: readonly ('new' | 'known' | 'unpaid')[]
}

// Stores new mentions in the caller's transaction: mentions, counts, stories, search index, quota and ledger change together.
// Null when the project is gone. The project's row lock is acquired here, so callers must not acquire it earlier.
export async function addMentions(
  tx: Db,
  target: IngestTarget,
  incoming: readonly Incoming[],
  storyRules: StoryRules,
): Promise<Ingested | null> {
  const candidates = withIds(target.projectId, incoming)
  // Statements of one connection run in the order in which they are sent, so all of these run after the lock is acquired.
  const [[project], known, remaining] = await Promise.all([
    tx`select id from project where id = ${target.projectId} and removed_at is null for no key update`,
    findKnown(tx, target.projectId, candidates),
    lockRemaining(tx, target.ownerId),
  ])
  if (project === undefined) return null
  const isKnown = (post: Post) => known.has(keyOf(post))
  const fresh = candidates.filter((candidate) => !isKnown(candidate.post))
  const paid = fresh.slice(0, remaining).sort((a, b) => (a.id < b.id ? -1 : 1))
  const refreshed = await refreshEngagement(tx, target.projectId, candidates, known)
  await storeMentions(tx, target.projectId, paid, refreshed, storyRules)
  await Promise.all([
    chargeQuota(tx, target, paid.length),
    logChanges(tx, target.projectId, 'new', paid).then(() => logChanges(tx, target.projectId, 'changed', refreshed)),
    ...(paid.length === 0
      ? []
      : [
          makeDue(tx, target.projectId),
          addEvent(tx, target.ownerId, 'mentions', { projectId: target.projectId, added: paid.length }),
        ]),
  ])
  const stored = new Set(paid.map((mention) => keyOf(mention.post)))
  return {
    added: paid.length,
    known: incoming.length - fresh.length,
    unpaid: fresh.length - paid.length,
    remaining: remaining - paid.length,
    outcomes: outcomesOf(incoming, stored, isKnown),
  }
}

// Puts mentions back that were taken out, because they were hidden or to give them another text. They were charged when they were
// collected.
export async function restoreMentions(
  tx: Db,
  projectId: string,
  mentions: readonly NewMention[],
  storyRules: StoryRules,
): Promise<void> {
  await storeMentions(tx, projectId, mentions, [], storyRules)
}

async function storeMentions(
  tx: Db,
  projectId: string,
  mentions: readonly NewMention[],
  refreshed: readonly EngagementChange[],
  storyRules: StoryRules,
): Promise<void> {
  const stories = await foldIntoStories(tx, projectId, mentions, refreshed, storyRules)
  await insertIntoStories(tx, projectId, mentions, stories)
}

// Stores mentions whose stories are decided: `stories` is the story of each, in the same order. Counting them there is up to the caller.
export async function insertIntoStories(
  tx: Db,
  projectId: string,
  mentions: readonly NewMention[],
  stories: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return
  // Sent together and run in this order: crowded spans are counted from mentions that are stored.
  const [, total] = await Promise.all([
    insertMentions(tx, projectId, mentions, stories),
    changeCounts(tx, projectId, MENTIONS, mentions.map(countOf)),
    addToIndex(
      tx,
      projectId,
      mentions.map(({ id }) => id),
    ),
  ])
  // Not with each small batch: all of the tail is read to know that it is long.
  const isDue = Math.floor(total / TAIL_CHECKED_EVERY) > Math.floor((total - mentions.length) / TAIL_CHECKED_EVERY)
  if (isDue && (await isTailLong(tx, projectId))) await addJob(tx, { task: TASKS.indexMentions, key: projectId })
}

function outcomesOf(
  incoming: readonly Incoming[],
  stored: ReadonlySet<string>,
  isKnown: (post: Post) => boolean,
): ('new' | 'known' | 'unpaid')[] {
  const seen = new Set<string>()
  return incoming.map(({ post }) => {
    const key = keyOf(post)
    const first = !seen.has(key)
    seen.add(key)
    if (isKnown(post) || !first) return 'known'
    return stored.has(key) ? 'new' : 'unpaid'
  })
}

function countOf(mention: NewMention): CountChange {
  return { key: mention.id, cell: mention.cell, change: 1 }
}

function keyOf(post: Pick<Post, 'platform' | 'platformId'>): string {
  return `${post.platform}\n${post.platformId}`
}

// Posts without duplicates, with their id and cell.
function withIds(projectId: string, incoming: readonly Incoming[]): NewMention[] {
  const unique = new Map<string, NewMention>()
  for (const item of incoming) {
    const key = keyOf(item.post)
    if (unique.has(key)) continue
    const { platform, platformId, publishedAt } = item.post
    unique.set(key, {
      ...item,
      id: mentionId(projectId, platform, platformId, publishedAt),
      cell: cellOf(platform, item.sentiment),
    })
  }
  return [...unique.values()]
}

export interface KnownMention {
  readonly id: string
  readonly storyId: string
  readonly author: Pick<Author, 'id'>
  readonly engagement: Engagement
}

// The posts that are stored, by key. One that a person hid is null: it is known, so it is free and stays hidden.
async function findKnown(
  tx: Db,
  projectId: string,
  candidates: readonly NewMention[],
): Promise<Map<string, KnownMention | null>> {
  if (candidates.length === 0) return new Map()
  const rows = await tx`
    with wanted as (
      select * from unnest(${plainArray(candidates.map(({ post }) => PLATFORM_NUMBERS[post.platform]))}::smallint[],
                           ${candidates.map(({ post }) => post.platformId)}::text[]) with ordinality as w(platform, platform_id, position))
    select w.position, m.id, m.story_id, m.author_id, m.likes, m.comments, m.shares, m.views
      from wanted w join mention m on m.project_id = ${projectId} and m.platform = w.platform and m.platform_id = w.platform_id
    union all
    select w.position, null, null, null, null, null, null, null
      from wanted w join hidden_mention h on h.project_id = ${projectId} and h.platform = w.platform and h.platform_id = w.platform_id`
  return new Map(
    rows.map((row) => {
      const candidate = candidates[row.position - 1] as NewMention
      return [keyOf(candidate.post), row.id === null ? null : toKnown(row)]
    }),
  )
}

function toKnown(row: Record<string, unknown>): KnownMention {
  return {
    id: row.id as string,
    storyId: row.story_id as string,
    author: { id: row.author_id as string },
    engagement: toEngagement(row),
  }
}

// A post that is seen again is free, but its counters have changed: they are kept current, because ranking depends on them.
async function refreshEngagement(
  tx: Db,
  projectId: string,
  candidates: readonly NewMention[],
  known: ReadonlyMap<string, KnownMention | null>,
): Promise<(EngagementChange & { readonly id: string })[]> {
  const changed = candidates.flatMap(({ post }) => {
    const before = known.get(keyOf(post))
    if (before === undefined || before === null) return []
    const now = post.engagement
    const change = {
      likes: now.likes - before.engagement.likes,
      comments: now.comments - before.engagement.comments,
      shares: now.shares - before.engagement.shares,
      views: now.views - before.engagement.views,
    }
    const same = change.likes === 0 && change.comments === 0 && change.shares === 0 && change.views === 0
    // A source that reports no numbers must not erase those of another source.
    const unreported = now.likes + now.comments + now.shares + now.views === 0
    return same || unreported ? [] : [{ id: before.id, storyId: before.storyId, now, change }]
  })
  if (changed.length === 0) return []
  await tx`
    update mention m set likes = w.likes, comments = w.comments, shares = w.shares, views = w.views, updated_at = now()
      from unnest(${changed.map((row) => row.id)}::uuid[], ${changed.map((row) => row.now.likes)}::bigint[],
                  ${changed.map((row) => row.now.comments)}::bigint[], ${changed.map((row) => row.now.shares)}::bigint[],
                  ${changed.map((row) => row.now.views)}::bigint[]) as w(id, likes, comments, shares, views)
     where m.project_id = ${projectId} and m.id = w.id`
  return changed
}
