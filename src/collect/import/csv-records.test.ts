import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { CsvRecords } from './csv-records.ts'

const LARGE = 1_000_000

interface Result {
  readonly records: readonly (readonly string[])[]
  readonly error: string | null
}

function read(chunks: readonly string[], sizeMax = LARGE, delimiter = ','): Result {
  const split = new CsvRecords(delimiter, sizeMax)
  const records: (readonly string[])[] = []
  for (const chunk of chunks) {
    const error = split.read(chunk)
    records.push(...split.take())
    if (error !== null) return { records, error: error.message }
  }
  const error = split.finish()
  return { records: [...records, ...split.take()], error: error?.message ?? null }
}

function readByLibrary(text: string, delimiter: string): Result {
  const records: string[][] = []
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (record: string[]) => {
        records.push(record)
        return null
      },
    })
    return { records, error: null }
  } catch (error) {
    return { records, error: (error as Error).message }
  }
}

for (const [text, records] of [
  [
    'a,b\r\n"c,1","d ""e"""\r\n',
    [
      ['a', 'b'],
      ['c,1', 'd "e"'],
    ],
  ],
  ['a\n\n"two\nlines",\n""\n', [['a'], ['two\nlines', ''], ['']]],
  ['a\rb', [['a'], ['b']]],
  ['a "quoted" word,"so" it goes\n', [['a "quoted" word', '"so" it goes']]],
] as const)
  test(`the records of ${JSON.stringify(text)}`, () => assert.deepEqual(read([text]), { records, error: null }))

test('any text gives the records that csv-parse finds, however it is cut', () => {
  const piece = fc.constantFrom(
    'a',
    'é👍',
    ' ',
    '\0',
    '"',
    '""',
    ',',
    ';',
    '",',
    ',"',
    '"\n',
    '\n"',
    '\n',
    '\r\n',
    '\r',
  )
  const chunk = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 6 }), fc.constantFrom(',', ';'), (chunks, delimiter) => {
      assert.deepEqual(read(chunks, LARGE, delimiter), readByLibrary(chunks.join(''), delimiter))
    }),
    { numRuns: 5_000 },
  )
})

test('a record that is too large is an error after the records before it', () => {
  const rest = Array.from({ length: 20 }, () => 'much text\n')
  const { records, error } = read(['a,b\n"not closed\n', ...rest], 100)
  assert.deepEqual(records, [['a', 'b']])
  assert.match(error ?? '', /^Max Record Size: .* of 100 at line \d+$/)
})
