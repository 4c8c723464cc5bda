import type { Readable } from 'node:stream'
import type { ImportChoices, ImportContainer } from '../../domain/import.ts'
import { detect, type Kind, readContainer, readFileRows } from './container.ts'
import { type ImportFile, openSpool } from './file.ts'
import { type FilePlan, Planner } from './plan.ts'
import type { NumberedRow } from './rows.ts'

// A file after its first pass: how to read it, and the file to read.
export interface ExaminedFile {
  readonly file: ImportFile
  readonly kind: Kind
  readonly plan: FilePlan
  close(): Promise<void>
}

export interface ExamineOptions extends ImportChoices {
  readonly timeZone: string
  // What the name or the content type says.
  readonly stated: ImportContainer | null
  readonly signal?: AbortSignal | undefined
}

export async function examineFile(file: ImportFile, options: ExamineOptions): Promise<ExaminedFile> {
  try {
    const { kind, chunks } = await detect(file.chunks(), options.stated)
    const rows = kind.container === 'xlsx' ? readFileRows(file, kind) : readContainer(kind.container, chunks)
    return { file, kind, plan: await planOf(rows, options), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

// Writes the stream to a temporary file while it is examined. A workbook can only be examined once it is complete.
export async function examineStream(stream: Readable, options: ExamineOptions): Promise<ExaminedFile> {
  const spool = await openSpool(stream)
  try {
    const { kind, chunks } = await detect(spool.chunks(), options.stated)
    if (kind.container === 'xlsx') {
      while (!(await chunks.next()).done);
      const file = await spool.finish()
      return { file, kind, plan: await planOf(readFileRows(file, kind), options), close: () => spool.close() }
    }
    const plan = await planOf(readContainer(kind.container, chunks), options)
    return { file: await spool.finish(), kind, plan, close: () => spool.close() }
  } catch (error) {
    await spool.close()
    throw error
  }
}

async function planOf(batches: AsyncGenerator<readonly NumberedRow[]>, options: ExamineOptions): Promise<FilePlan> {
  const planner = new Planner(options, options.timeZone)
  for await (const rows of batches) {
    options.signal?.throwIfAborted()
    for (const row of rows) planner.see(row)
  }
  return planner.finish()
}
