import { readFileRows } from '../../src/collect/import/container.ts'
import { examineFile } from '../../src/collect/import/examine.ts'
import { openImportFile } from '../../src/collect/import/file.ts'
import type { FilePlan } from '../../src/collect/import/plan.ts'
import { readRow } from '../../src/collect/import/read-row.ts'
import { RowError } from '../../src/collect/import/rows.ts'
import type { ImportChoices } from '../../src/domain/import.ts'
import type { Post } from '../../src/domain/post.ts'

export const FILES = new URL('files/', import.meta.url).pathname

// Reads a file as an import would; a row that cannot be read is its message.
export async function readImportFile(
  path: string,
  choices: ImportChoices = {},
): Promise<{ plan: FilePlan; container: string; rows: readonly (Post | string)[] }> {
  const options = { ...choices, stated: null, timeZone: 'Asia/Jakarta' }
  const { file, kind, plan, close } = await examineFile(await openImportFile(path), options)
  const rows: (Post | string)[] = []
  try {
    for await (const found of readFileRows(file, kind)) {
      for (const { row } of found) {
        try {
          if (row instanceof RowError) throw row
          rows.push(readRow(row, plan))
        } catch (error) {
          if (!(error instanceof RowError)) throw error
          rows.push(error.message)
        }
      }
    }
  } finally {
    await close()
  }
  return { plan, container: kind.container, rows }
}
