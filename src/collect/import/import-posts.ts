import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Entity } from '../../domain/entity.ts'
import type {
  ImportChoices,
  ImportContainer,
  ImportReport,
  ImportRun,
  OpenImport,
  RowOutcome,
  RowResult,
} from '../../domain/import.ts'
import type { Match } from '../../domain/keyword.ts'
import type { Post } from '../../domain/post.ts'
import { notFound, Refusal } from '../../domain/problem.ts'
import type { Project } from '../../domain/project.ts'
import type { Fault } from '../../domain/reason.ts'
import { withCollectedIds } from '../../store/collecting/found-articles.ts'
import type { Pool } from '../../store/db.ts'
import type { Incoming } from '../../store/mentions/incoming.ts'
import { addMentions } from '../../store/mentions/ingest.ts'
import { findAnyProject } from '../../store/projects/projects.ts'
import { analysePost, findEntities, storyRules, toIncoming } from '../analyse-post.ts'
import type { Classifier } from '../classifier.ts'
import { BATCH_MAX } from '../deps.ts'
import { isInside, ruleOf, type Target, targetOf } from '../target.ts'
import { readFileRows } from './container.ts'
import { type ExaminedFile, examineStream } from './examine.ts'
import type { FilePlan } from './plan.ts'
import { readRow } from './read-row.ts'
import { type NumberedRow, RowError } from './rows.ts'

export interface ImportOptions extends ImportRun {
  readonly timeZone: string
  // As in TargetSettings.
  readonly mentionDays?: number
  readonly classifier: Classifier
}

const ERRORS_MAX = 100
// For how long rows are read and judged before other requests get their turn.
const SLICE_MS = 4

// Imports a user's own posts with the same matching, de-duplication and quota as collected ones. Importing the same file again
// changes nothing. The stream is written to a temporary file, because how its dates are to be read is known only at its end.
export async function importStream(
  pool: Pool,
  project: Project,
  stream: Readable,
  stated: ImportContainer | null,
  options: ImportOptions & ImportChoices,
): Promise<ImportReport> {
  const opened = await openImport(pool, project, stream, { ...options, stated })
  try {
    return await opened.run()
  } finally {
    await opened.close()
  }
}

// Receives and examines a file, and stores it when `run` is called.
export async function openImport(
  pool: Pool,
  project: Project,
  stream: Readable,
  options: ImportOptions & ImportChoices & { readonly stated: ImportContainer | null },
): Promise<OpenImport> {
  const examined = await examineStream(stream, options)
  if (examined.plan.problem !== null) {
    await examined.close()
    throw examined.plan.problem
  }
  return {
    rowsTotal: examined.plan.rows,
    run: (run = {}) => importExamined(pool, project, examined, { ...options, ...run }),
    close: examined.close,
  }
}

// Stores the posts of a file after its first pass.
export async function importExamined(
  pool: Pool,
  project: Project,
  { file, kind, plan }: ExaminedFile,
  options: ImportOptions,
): Promise<ImportReport> {
  if (plan.problem !== null) throw plan.problem
  const importer = new Importer(pool, targetOf(project, options), plan, options)
  let batch: NumberedRow[] = []
  for await (const rows of readFileRows(file, kind)) {
    for (const row of rows) {
      options.signal?.throwIfAborted()
      batch.push(row)
      if (batch.length < BATCH_MAX) continue
      await importer.store(batch)
      batch = []
    }
  }
  await importer.store(batch)
  return importer.report()
}

interface MatchedRow {
  readonly post: Post
  readonly match: Match
  readonly entities: readonly Entity[]
}

type CheckedRow = Omit<RowResult, 'row'> | MatchedRow

class Importer {
  readonly #pool: Pool
  readonly #target: Target
  readonly #plan: FilePlan
  readonly #options: ImportOptions
  readonly #counts: Record<RowOutcome, number> = {
    new: 0,
    known: 0,
    not_matched: 0,
    outside_dates: 0,
    unpaid: 0,
    invalid: 0,
  }
  readonly #errors: ({ row: number } & Fault)[] = []
  #resumedAt = 0

  constructor(pool: Pool, target: Target, plan: FilePlan, options: ImportOptions) {
    this.#pool = pool
    this.#target = target
    this.#plan = plan
    this.#options = options
  }

  // In steps over the batch: the models of names, language and sentiment together are larger than the processor's cache.
  async store(rows: readonly NumberedRow[]): Promise<void> {
    if (rows.length === 0) return
    // Reading the rows took its time, too.
    await this.#pause()
    const checked = await this.#inSlices(rows, ({ number, row }) => ({ row: number, ...this.#checkRow(row) }))
    const matched = checked.filter((row) => 'post' in row)
    const { classifier } = this.#options
    const analysed = await this.#inSlices(matched, ({ post, match, entities }) => ({
      match,
      post: analysePost(post, classifier, entities),
    }))
    const { termsTotal } = this.#target
    const incoming = await this.#inSlices(analysed, ({ post, match }) => toIncoming(post, match, termsTotal))
    const outcomes = [...(await this.#ingest(incoming))]
    const results = checked.map(
      (one): RowResult => ('post' in one ? { row: one.row, outcome: outcomes.shift() ?? 'known', fault: null } : one),
    )
    for (const result of results) this.#record(result)
    await this.#options.onRows?.(results)
  }

  report(): ImportReport {
    const { new: added, known, not_matched, outside_dates, unpaid, invalid } = this.#counts
    const rows = added + known + not_matched + outside_dates + unpaid + invalid
    return {
      rows,
      new: added,
      known,
      notMatched: not_matched,
      outsideDates: outside_dates,
      unpaid,
      invalid,
      errors: this.#errors,
    }
  }

  async #inSlices<Row, Result>(rows: readonly Row[], work: (row: Row) => Result): Promise<Result[]> {
    const results: Result[] = []
    for (const row of rows) {
      results.push(work(row))
      if (performance.now() - this.#resumedAt >= SLICE_MS) await this.#pause()
    }
    return results
  }

  async #pause(): Promise<void> {
    await setImmediate()
    this.#resumedAt = performance.now()
  }

  #checkRow(row: NumberedRow['row']): CheckedRow {
    let post: Post
    try {
      if (row instanceof RowError) throw row
      post = readRow(row, this.#plan)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      return { outcome: 'invalid', fault: error }
    }
    if (!isInside(this.#target, post)) return { outcome: 'outside_dates', fault: null }
    const match = this.#target.match(post.text)
    if (!match.matched) return { outcome: 'not_matched', fault: null }
    return { post, match, entities: findEntities(post, this.#options.classifier) }
  }

  async #ingest(incoming: readonly Incoming[]): Promise<readonly RowOutcome[]> {
    if (incoming.length === 0) return []
    const { projectId, ownerId } = this.#target
    const ingested = await this.#pool.begin(async (tx) => {
      const posts = await withCollectedIds(
        tx,
        projectId,
        incoming.map(({ post }) => post),
      )
      const recognised = incoming.map((one, at) => ({ ...one, post: posts[at] ?? one.post }))
      const stored = await addMentions(tx, { projectId, ownerId, jobId: null }, recognised, storyRules)
      // After addMentions, which locks the project: an edit is either seen here or waits for this batch.
      const project = await findAnyProject(tx, projectId)
      if (project !== null && ruleOf(project) !== this.#target.rule) {
        throw new Refusal('conflict', 'The project was edited during the import: import the file again.', [
          'fileEdited',
        ])
      }
      return stored
    })
    if (ingested === null) throw notFound('project', projectId)
    return ingested.outcomes
  }

  #record({ row, outcome, fault }: RowResult): void {
    this.#counts[outcome]++
    if (fault !== null && this.#errors.length < ERRORS_MAX)
      this.#errors.push({ row, message: fault.message, reason: fault.reason })
  }
}
