import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ImportReport } from '../domain/import.ts'
import type { Post } from '../domain/post.ts'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import type { Pool } from '../store/db.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import { addMentions } from '../store/mentions/ingest.ts'
import { analysePost, storyRules, toIncoming } from './analyse-post.ts'
import { BATCH_MAX, type Classification } from './deps.ts'
import { RowError, readRow } from './import-row.ts'
import { type ImportFormat, type NumberedRow, readRows } from './import-stream.ts'
import { isInside, type Target, targetOf } from './target.ts'

export type RowOutcome = 'new' | 'known' | 'not_matched' | 'outside_dates' | 'unpaid' | 'invalid'

export interface ImportOptions {
  readonly timeZone: string
  // As in TargetSettings.
  readonly mentionDays?: number
  readonly classify: (text: string) => Classification
  readonly signal?: AbortSignal
  // Called for every row, in order, after its batch is stored.
  readonly onRow?: (row: number, outcome: RowOutcome, message: string | null) => void
}

const ERRORS_MAX = 100
// Rows that are classified in one turn of the event loop.
const ROWS_PER_TURN = 10

// Imports a user's own posts with the same matching, de-duplication and quota as collected ones. Reading is only as fast as
// storing; importing the same file again changes nothing.
export async function importStream(
  pool: Pool,
  project: Project,
  stream: Readable,
  format: ImportFormat,
  options: ImportOptions,
): Promise<ImportReport> {
  const importer = new Importer(pool, targetOf(project, options), options)
  let batch: NumberedRow[] = []
  for await (const row of readRows(stream, format)) {
    options.signal?.throwIfAborted()
    batch.push(row)
    if (batch.length < BATCH_MAX) continue
    await importer.store(batch)
    batch = []
  }
  await importer.store(batch)
  return importer.report()
}

type CheckedRow = Omit<RowResult, 'number'> | { readonly incoming: Incoming }

interface RowResult {
  readonly number: number
  readonly outcome: RowOutcome
  readonly message: string | null
}

class Importer {
  readonly #pool: Pool
  readonly #target: Target
  readonly #options: ImportOptions
  readonly #counts: Record<RowOutcome, number> = {
    new: 0,
    known: 0,
    not_matched: 0,
    outside_dates: 0,
    unpaid: 0,
    invalid: 0,
  }
  readonly #errors: { row: number; message: string }[] = []

  constructor(pool: Pool, target: Target, options: ImportOptions) {
    this.#pool = pool
    this.#target = target
    this.#options = options
  }

  async store(rows: readonly NumberedRow[]): Promise<void> {
    if (rows.length === 0) return
    const checked: (CheckedRow & { readonly number: number })[] = []
    for (const { number, row } of rows) {
      checked.push({ number, ...this.#checkRow(row) })
      // Yields to the event loop, so that other requests do not wait for the classification of a whole batch.
      if (checked.length % ROWS_PER_TURN === 0) await setImmediate()
    }
    const matched = checked.flatMap((row) => ('incoming' in row ? [row.incoming] : []))
    const outcomes = [...(await this.#ingest(matched))]
    for (const row of checked) {
      if ('incoming' in row) this.#record({ number: row.number, outcome: outcomes.shift() ?? 'known', message: null })
      else this.#record(row)
    }
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

  #checkRow(row: NumberedRow['row']): CheckedRow {
    let post: Post
    try {
      if (row instanceof RowError) throw row
      post = readRow(row)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      return { outcome: 'invalid', message: error.message }
    }
    if (!isInside(this.#target, post)) return { outcome: 'outside_dates', message: null }
    const match = this.#target.match(post.text)
    if (!match.matched) return { outcome: 'not_matched', message: null }
    return { incoming: toIncoming(analysePost(post, this.#options.classify), match, this.#target.termsTotal) }
  }

  async #ingest(incoming: readonly Incoming[]): Promise<readonly RowOutcome[]> {
    if (incoming.length === 0) return []
    const { projectId, ownerId } = this.#target
    const ingested = await this.#pool.begin((tx) =>
      addMentions(tx, { projectId, ownerId, jobId: null }, incoming, storyRules),
    )
    if (ingested === null) throw new Problem('not-found', `No project has the id "${projectId}".`)
    return ingested.outcomes
  }

  #record({ number, outcome, message }: RowResult): void {
    this.#counts[outcome]++
    if (message !== null && this.#errors.length < ERRORS_MAX) this.#errors.push({ row: number, message })
    this.#options.onRow?.(number, outcome, message)
  }
}
