import { PLATFORMS } from '../domain/platform.ts'
import { type ArchivedPost, readArchive, readHead } from '../store/collecting/archive.ts'
import { findPosition, joinStep, leaveStep, movePosition } from '../store/collecting/archive-positions.ts'
import { analysePost } from './analyse-post.ts'
import { BATCH_MAX } from './deps.ts'
import { type FullTexts, withFullText } from './full-text.ts'
import { addMatch, type Matched, postOf } from './matched.ts'
import { type Run, storeBatch } from './run.ts'

// How far one pass reads before the job is requeued, so that a long archive cannot occupy a worker.
const BATCHES_MAX = 400

// 'unpaid': the quota ran out; the position stays, and nothing is lost. 'more': call again.
export type CatchUpOutcome = 'done' | 'unpaid' | 'more'

// Advances a project from its position in the archive to the newest post, within its dates, and puts it in step with the others if
// it is collected automatically. Nothing is fetched again for that.
export async function catchUp(run: Run, fullTexts: FullTexts): Promise<CatchUpOutcome> {
  const { pool, settings } = run.deps
  const { projectId } = run.target
  for (let batches = 0; batches < BATCHES_MAX; batches++) {
    run.signal.throwIfAborted()
    const [position, head] = [await findPosition(pool, projectId), await readHead(pool)]
    // A project in step has everything up to the head. Newer posts would reach it with the next match; reading them here is sooner.
    const from = position.inStep ? head.matchedSeq : position.seq
    if (from >= head.lastSeq) {
      if (position.inStep || (await pool.begin((tx) => joinStep(tx, projectId, settings.timeZone)))) return 'done'
      continue
    }
    const outcome = await readRange(run, fullTexts, { from, to: head.lastSeq, inStep: position.inStep })
    if (outcome !== 'more') return outcome
  }
  return 'more'
}

interface Range {
  readonly from: number
  readonly to: number
  readonly inStep: boolean
}

async function readRange(run: Run, fullTexts: FullTexts, range: Range): Promise<CatchUpOutcome> {
  const { pool } = run.deps
  const { projectId } = run.target
  let { from } = range
  for (let batches = 0; batches < BATCHES_MAX && from < range.to; batches++) {
    run.signal.throwIfAborted()
    const posts = await readArchive(pool, { after: from, upTo: range.to, limit: BATCH_MAX }, run.target)
    const to = posts.length < BATCH_MAX ? range.to : (posts.at(-1)?.seq ?? range.to)
    const stored = await storePosts(run, fullTexts, posts, { ...range, from, to })
    if (stored === 'unpaid') {
      // In step, it would be given posts that it cannot pay for: it waits at this position instead.
      if (range.inStep) await pool.begin((tx) => leaveStep(tx, projectId, from))
      return 'unpaid'
    }
    if (stored === 'conflict') return 'more'
    from = to
  }
  // In step there is no position to move: matching for all projects moves the head.
  return range.inStep && from >= range.to ? 'done' : 'more'
}

// Stores the batch, one platform after the other. The position moves with the last one, if everything was paid for; 'conflict'
// means that it was changed concurrently.
async function storePosts(
  run: Run,
  fullTexts: FullTexts,
  posts: readonly ArchivedPost[],
  range: Range,
): Promise<'stored' | 'unpaid' | 'conflict'> {
  const byPlatform = Map.groupBy(posts, ({ post }) => post.platform)
  const platforms = PLATFORMS.filter((platform) => byPlatform.has(platform))
  if (platforms.length === 0) platforms.push('news')
  let moved = true
  for (const [index, platform] of platforms.entries()) {
    const found = byPlatform.get(platform) ?? []
    const isLast = index === platforms.length - 1
    const ingested = await storeBatch(run, {
      platform,
      ...(await matchArchived(run, found, fullTexts)),
      received: found.length,
      also: async (tx, { unpaid }) => {
        if (!isLast || unpaid > 0 || range.inStep) return
        moved = await movePosition(tx, run.target.projectId, range.from, range.to)
      },
    })
    if (ingested.unpaid > 0) return 'unpaid'
  }
  return moved ? 'stored' : 'conflict'
}

async function matchArchived(run: Run, posts: readonly ArchivedPost[], fullTexts: FullTexts): Promise<Matched> {
  const { target, deps, signal } = run
  const found: Matched = { incoming: [], revisions: [] }
  for (const archived of posts) {
    await addMatch(found, target, archived, {
      read: (post) => withFullText(deps.pool, post, fullTexts, signal),
      analyse: (post) => analysePost(postOf(post), deps.classifier),
    })
  }
  return found
}
