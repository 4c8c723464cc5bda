import { PLATFORMS } from '../domain/platform.ts'
import { type ArchivedPost, readArchive, readHead, saveFullText } from '../store/collecting/archive.ts'
import { findPosition, joinStep, leaveStep, movePosition } from '../store/collecting/archive-positions.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import { analysePost, toIncoming } from './analyse-post.ts'
import { BATCH_MAX } from './deps.ts'
import type { FullTexts } from './full-text.ts'
import { type Run, storeBatch } from './run.ts'

// How far one pass reads before the job comes back for more, so that a long archive cannot keep a worker for itself.
const BATCHES_MAX = 400

// 'unpaid': the quota ran out; the place stays, and nothing is lost. 'more': come back.
export type CatchUpOutcome = 'done' | 'unpaid' | 'more'

// Brings a project from its place in the archive to the newest post, within its dates, and in step with the others if it is one
// that is collected by itself. Nothing is fetched again for that.
export async function catchUp(run: Run, fullTexts: FullTexts): Promise<CatchUpOutcome> {
  const { pool, settings } = run.deps
  const { projectId } = run.target
  for (let batches = 0; batches < BATCHES_MAX; batches++) {
    run.signal.throwIfAborted()
    const [place, head] = [await findPosition(pool, projectId), await readHead(pool)]
    // One in step has everything up to the head; what came since is on its way to it and can be had at once.
    const from = place.inStep ? head.matchedSeq : place.seq
    if (from >= head.lastSeq) {
      if (place.inStep || (await pool.begin((tx) => joinStep(tx, projectId, settings.timeZone)))) return 'done'
      continue
    }
    const ending = await readOn(run, fullTexts, { from, to: head.lastSeq, inStep: place.inStep })
    if (ending !== 'more') return ending
  }
  return 'more'
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly inStep: boolean
}

async function readOn(run: Run, fullTexts: FullTexts, stretch: Stretch): Promise<CatchUpOutcome> {
  const { pool } = run.deps
  const { projectId } = run.target
  let { from } = stretch
  for (let batches = 0; batches < BATCHES_MAX && from < stretch.to; batches++) {
    run.signal.throwIfAborted()
    const posts = await readArchive(pool, { after: from, upTo: stretch.to, limit: BATCH_MAX }, run.target)
    const to = posts.length < BATCH_MAX ? stretch.to : (posts.at(-1)?.seq ?? stretch.to)
    const ending = await storePosts(run, fullTexts, posts, { ...stretch, from, to })
    if (ending === 'unpaid') {
      // In step it would be charged for posts that it cannot pay: it waits here instead.
      if (stretch.inStep) await pool.begin((tx) => leaveStep(tx, projectId, from))
      return 'unpaid'
    }
    if (ending === 'moved') return 'more'
    from = to
  }
  // In step there is nothing to move: matching everybody's posts moves the head.
  return stretch.inStep && from >= stretch.to ? 'done' : 'more'
}

// The batch, one platform after the other; the place moves with the last of them, if everything was paid for.
async function storePosts(
  run: Run,
  fullTexts: FullTexts,
  posts: readonly ArchivedPost[],
  stretch: Stretch,
): Promise<'stored' | 'unpaid' | 'moved'> {
  const byPlatform = Map.groupBy(posts, ({ post }) => post.platform)
  const platforms = PLATFORMS.filter((platform) => byPlatform.has(platform))
  if (platforms.length === 0) platforms.push('news')
  let moved = true
  for (const [index, platform] of platforms.entries()) {
    const found = byPlatform.get(platform) ?? []
    const isLast = index === platforms.length - 1
    const ingested = await storeBatch(run, {
      platform,
      incoming: await matchArchived(run, found, fullTexts),
      received: found.length,
      also: async (tx, { unpaid }) => {
        if (!isLast || unpaid > 0 || stretch.inStep) return
        moved = await movePosition(tx, run.target.projectId, stretch.from, stretch.to)
      },
    })
    if (ingested.unpaid > 0) return 'unpaid'
  }
  return moved ? 'stored' : 'moved'
}

async function matchArchived(run: Run, posts: readonly ArchivedPost[], fullTexts: FullTexts): Promise<Incoming[]> {
  const { target, deps, signal } = run
  const incoming: Incoming[] = []
  for (const archived of posts) {
    const { post } = archived
    if (post.publishedAt < target.since || post.publishedAt >= target.until) continue
    if (!target.match(post.text, post.hidden).matched) continue
    const whole = await wholePost(deps.pool, archived, fullTexts, signal)
    incoming.push(
      toIncoming(analysePost(whole, deps.classify), target.match(whole.text, whole.hidden), target.termsTotal),
    )
  }
  return incoming
}

// The post with its article if anybody has read it; otherwise it is read now and kept for the others.
export async function wholePost(
  pool: Run['deps']['pool'],
  archived: ArchivedPost,
  fullTexts: FullTexts,
  signal: AbortSignal,
): Promise<ArchivedPost['post']> {
  const { post, seq, fullText } = archived
  if (fullText !== null) return { ...post, text: fullText }
  const whole = await fullTexts.enrich(post, signal)
  if (whole !== post) await saveFullText(pool, seq, whole.text)
  return whole
}
