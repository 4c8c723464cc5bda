import type { Entity } from '../domain/entity.ts'
import type { Job, TaskContext, TaskOutcome } from '../domain/job.ts'
import { log } from '../log.ts'
import { searchedTexts } from '../match/article.ts'
import { type ArchivedPost, readArchive } from '../store/collecting/archive.ts'
import { leaveStep, moveHead, viewSteps } from '../store/collecting/archive-positions.ts'
import { type Db, isConnectionLoss } from '../store/db.ts'
import { addMentions } from '../store/mentions/ingest.ts'
import { reviseMentions } from '../store/mentions/revise.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { type Analysed, analysePost, findEntities, storyRules } from './analyse-post.ts'
import { BATCH_MAX, type CollectDeps } from './deps.ts'
import { type FullTexts, openFullTexts, withFullText } from './full-text.ts'
import { follow, type InStep } from './in-step.ts'
import { addMatch, type Matched, postOf } from './matched.ts'
import { isInside, ruleOf, type Target } from './target.ts'

const BATCHES_MAX = 200

// Matches new posts of the archive against all projects in step at once. Each project's share of a batch is one transaction; then
// the head moves. After a kill in between, the batch is repeated: mentions already stored are recognised and not charged again.
export async function matchArchive(
  deps: CollectDeps,
  state: InStep,
  job: Job,
  context: TaskContext,
): Promise<TaskOutcome> {
  const { pool, settings, sources } = deps
  const fullTexts = openFullTexts(sources.article)
  for (let batches = 0; batches < BATCHES_MAX; batches++) {
    context.signal.throwIfAborted()
    const view = await pool.begin((tx) => viewSteps(tx, state.version, settings.timeZone))
    follow(state, view, settings)
    const { matchedSeq: from, lastSeq } = view.head
    if (from >= lastSeq) return 'done'
    const posts = await readArchive(pool, { after: from, upTo: lastSeq, limit: BATCH_MAX })
    const to = posts.length < BATCH_MAX ? lastSeq : (posts.at(-1)?.seq ?? lastSeq)
    await matchBatch(
      { deps, state, job, fullTexts, from, signal: context.signal, entities: new Map(), analysed: new Map() },
      posts,
    )
    await pool.begin((tx) => moveHead(tx, { from, to, version: view.version }))
  }
  return { postponeSeconds: 0, detail: 'More posts to match.' }
}

interface Batch {
  readonly deps: CollectDeps
  readonly state: InStep
  readonly job: Job
  readonly fullTexts: FullTexts
  readonly from: number
  readonly signal: AbortSignal
  // Of the posts that matched, found before any of them is analysed.
  readonly entities: Map<number, readonly Entity[]>
  // A post is analysed once, however many projects match it.
  readonly analysed: Map<number, Analysed>
}

async function matchBatch(batch: Batch, posts: readonly ArchivedPost[]): Promise<void> {
  const { targets } = batch.state
  const found = new Map<string, ArchivedPost[]>()
  for (const archived of posts) {
    const { read, projects } = await readMatched(batch, archived)
    if (projects.size > 0) batch.entities.set(read.seq, findEntities(postOf(read), batch.deps.classifier))
    for (const projectId of projects) {
      const list = found.get(projectId)
      if (list === undefined) found.set(projectId, [read])
      else list.push(read)
    }
  }
  for (const [projectId, matched] of found) {
    batch.signal.throwIfAborted()
    const target = targets.get(projectId)
    if (target !== undefined) await storeFor(batch, target, matched)
  }
}

interface MatchedPost {
  readonly read: ArchivedPost
  readonly projects: ReadonlySet<string>
}

// The page of a post is read for all projects as soon as its entry matches one of them, and may match more.
async function readMatched({ deps, state, fullTexts, signal }: Batch, archived: ArchivedPost): Promise<MatchedPost> {
  const projects = matchPost(state, archived)
  if (projects.size === 0) return { read: archived, projects }
  signal.throwIfAborted()
  const read = await withFullText(deps.pool, archived, fullTexts, signal)
  return { read, projects: read === archived ? projects : matchPost(state, read) }
}

// The projects that a post concerns, within their dates. A changed article also concerns those that its earlier text matched: they may
// have a mention of it.
function matchPost({ matcher, targets }: InStep, archived: ArchivedPost): Set<string> {
  const { post, earlierText } = archived
  const texts = searchedTexts(archived.post, archived.fullText)
  if (earlierText !== null) texts.push([earlierText, post.hidden])
  const matched = new Set(texts.flatMap(([text, hidden]) => [...matcher.match(text, hidden)]))
  for (const projectId of matched) {
    const target = targets.get(projectId)
    if (target === undefined || !isInside(target, post)) matched.delete(projectId)
  }
  return matched
}

// A project that did not get all of its posts, for any reason, leaves step at the start of this batch and catches up later.
async function storeFor(batch: Batch, target: Target, matched: readonly ArchivedPost[]): Promise<void> {
  const { pool } = batch.deps
  const { projectId } = target
  const found: Matched = { incoming: [], revisions: [] }
  for (const archived of matched) {
    await addMatch(found, target, archived, { read: async (post) => post, analyse: (post) => analyse(batch, post) })
  }
  try {
    if (await pool.begin((tx) => store(tx, batch.job, target, found))) return
  } catch (error) {
    if (isConnectionLoss(error) || batch.signal.aborted) throw error
    log.error({ project: projectId, err: error }, 'failed to store new archive posts for a project')
  }
  await pool.begin((tx) => leaveStep(tx, projectId, batch.from))
}

// Returns false when not everything could be stored: the project was stopped or edited, or its quota ran out.
async function store(tx: Db, job: Job, target: Target, found: Matched): Promise<boolean> {
  const { projectId, ownerId } = target
  const project = await findAnyProject(tx, projectId)
  if (project === null || !project.listening || ruleOf(project) !== target.rule) return false
  await reviseMentions(tx, target, found.revisions, storyRules)
  const ingested = await addMentions(tx, { projectId, ownerId, jobId: job.id }, found.incoming, storyRules)
  return ingested !== null && ingested.unpaid === 0
}

function analyse({ deps, entities, analysed }: Batch, archived: ArchivedPost): Analysed {
  let result = analysed.get(archived.seq)
  if (result === undefined) {
    result = analysePost(postOf(archived), deps.classifier, entities.get(archived.seq))
    analysed.set(archived.seq, result)
  }
  return result
}
