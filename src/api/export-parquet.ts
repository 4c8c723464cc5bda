import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ExportedMention } from '../store/mentions/export-rows.ts'
import { VERSION } from '../version.ts'
import type { ExportColumn } from './export-columns.ts'

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']

// A row group is held in memory until it is written; readers prefer large ones. Long articles end one early.
const GROUP_ROWS_MAX = 10_000
const GROUP_CHARACTERS_MAX = 4 * 1024 * 1024

// A Parquet file with typed columns, one row group at a time.
export async function* writeParquet(
  pages: AsyncIterable<readonly ExportedMention[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter()
  const take = () => {
    const taken = bytes.getBytes().slice()
    bytes.index = 0
    return taken
  }
  const schema: Schema = [{ name: 'mention', num_children: columns.length }, ...columns.flatMap(schemaOf)]
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: `pantau version ${VERSION}` })
  let group: ExportedMention[] = []
  let characters = 0
  for await (const page of pages) {
    group.push(...page)
    for (const { text } of page) characters += text.length
    if (group.length < GROUP_ROWS_MAX && characters < GROUP_CHARACTERS_MAX) continue
    file.write({ columnData: dataOf(group, columns), rowGroupSize: group.length })
    yield take()
    group = []
    characters = 0
  }
  if (group.length > 0) file.write({ columnData: dataOf(group, columns), rowGroupSize: group.length })
  file.finish()
  yield take()
}

// The older converted type alone does not say that it is UTC.
const UTC_TIMESTAMP = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const

function schemaOf({ name, kind }: ExportColumn): Schema {
  const required = { name, repetition_type: 'REQUIRED' } as const
  switch (kind) {
    case 'text':
      return [{ ...required, type: 'BYTE_ARRAY', converted_type: 'UTF8' }]
    case 'integer':
      return [{ ...required, type: 'INT64' }]
    case 'share':
      return [{ name, repetition_type: 'OPTIONAL', type: 'DOUBLE' }]
    case 'flag':
      return [{ ...required, type: 'BOOLEAN' }]
    case 'instant':
      return [{ ...required, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type: UTC_TIMESTAMP }]
    case 'texts':
      return [
        { ...required, converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      ]
  }
}

function dataOf(mentions: readonly ExportedMention[], columns: readonly ExportColumn[]) {
  return columns.map(({ name, kind, read }) => {
    const values = mentions.map(read)
    return { name, data: kind === 'integer' ? values.map((value) => BigInt(value as number)) : values }
  })
}
