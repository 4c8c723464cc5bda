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
import { BATCH_MAX, type Judgement } from './deps.ts'
import { RowError, readRow } from './import-row.ts'
import { type ImportFormat, type NumberedRow, readRows } from './import-stream.ts'
import { isInside, type Target, targetOf } from './target.ts'

export type RowOutcome = 'new' | 'known' | 'not_matched' | 'outside_dates' | 'unpaid' | 'invalid'

export interface ImportOptions {
  readonly timeZone: string
  // As in TargetSettings.
  readonly mentionDays?: number
  readonly classify: (text: string) => Judgement
  readonly signal?: AbortSignal
  // Told for every row, in order, after its batch is stored.
  readonly onRow?: (row: number, outcome: RowOutcome, message: string | null) => void
}

const ERRORS_MAX = 100
// Rows that are judged in one go.
const TOGETHER = 10

// What the user holds, through the same matching, de-duplication and quota as what is collected. Reading goes on only as fast as
// storing; importing the same file again changes nothing.
export async function importStream(
  pool: Pool,
  project: Project,
  stream: Readable,
  format: ImportFormat,
  options: ImportOptions,
): Promise<ImportReport> {
  const importing = new Importing(pool, targetOf(project, options), options)
  let batch: NumberedRow[] = []
  for await (const row of readRows(stream, format)) {
    options.signal?.throwIfAborted()
    batch.push(row)
    if (batch.length < BATCH_MAX) continue
    await importing.store(batch)
    batch = []
  }
  await importing.store(batch)
  return importing.report()
}

type Judged = Omit<Told, 'number'> | { readonly incoming: Incoming }

interface Told {
  readonly number: number
  readonly outcome: RowOutcome
  readonly message: string | null
}

class Importing {
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
    const judged: (Judged & { readonly number: number })[] = []
    for (const { number, row } of rows) {
      judged.push({ number, ...this.#readRow(row) })
      // Others have requests: nobody waits for the judging of a whole batch.
      if (judged.length % TOGETHER === 0) await setImmediate()
    }
    const matched = judged.flatMap((row) => ('incoming' in row ? [row.incoming] : []))
    const outcomes = [...(await this.#ingest(matched))]
    for (const row of judged) {
      if ('incoming' in row) this.#tell({ number: row.number, outcome: outcomes.shift() ?? 'known', message: null })
      else this.#tell(row)
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

  #readRow(row: NumberedRow['row']): Judged {
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

  #tell({ number, outcome, message }: Told): void {
    this.#counts[outcome]++
    if (message !== null && this.#errors.length < ERRORS_MAX) this.#errors.push({ row: number, message })
    this.#options.onRow?.(number, outcome, message)
  }
}
