import type { ImportReport, OpenImport, RowResult } from '../domain/import.ts'
import { Refusal } from '../domain/problem.ts'
import { log } from '../log.ts'
import { toWireFault } from './convert-import.ts'
import { toWireReason } from './reason.ts'
import type { WireImportLine, WireImportReport } from './wire/import.ts'

// The lines of an import that reports every row: the number of rows, the rows, the report. The next batch is stored when the lines
// of the last one were taken, and none any more when the client is gone.
export async function* reportLines(
  opened: OpenImport,
  finish: (report: ImportReport) => Promise<WireImportReport>,
): AsyncGenerator<string> {
  const gone = new AbortController()
  const queue = new BatchQueue()
  const running = opened
    .run({ signal: gone.signal, onRows: (results) => queue.put(results) })
    .then(finish)
    .finally(() => queue.end())
  // Awaited below; until then its failure must not count as unhandled.
  running.catch(() => {})
  try {
    yield line({ rows_total: opened.rowsTotal })
    for (let batch = await queue.take(); batch !== null; batch = await queue.take()) {
      yield batch.map(({ row, outcome, fault }) => line({ row, outcome, ...toWireFault(fault) })).join('')
    }
    yield line(await reportOf(running))
  } finally {
    gone.abort()
    queue.end()
    await running.catch(() => {})
    await opened.close()
  }
}

// The status was sent with the first line, so a failure is a line too.
async function reportOf(running: Promise<WireImportReport>): Promise<WireImportLine> {
  try {
    return { report: await running }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message, reason: toWireReason(error.reason) }
    log.error({ err: error }, 'an import failed')
    return {
      error: 'The import failed: send the file again. What was stored is known and free.',
      reason: toWireReason(['fileFailed']),
    }
  }
}

function line(value: WireImportLine): string {
  return `${JSON.stringify(value)}\n`
}

// Holds one batch at a time between the import, which puts, and the response, which takes.
class BatchQueue {
  #batch: readonly RowResult[] | null = null
  #isEnded = false
  #wake: () => void = () => {}

  async put(batch: readonly RowResult[]): Promise<void> {
    while (this.#batch !== null && !this.#isEnded) await this.#change()
    this.#batch = batch
    this.#wake()
  }

  async take(): Promise<readonly RowResult[] | null> {
    while (this.#batch === null && !this.#isEnded) await this.#change()
    const batch = this.#batch
    this.#batch = null
    this.#wake()
    return batch
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  // One side waits at a time: both cannot find the queue full and empty at once.
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
