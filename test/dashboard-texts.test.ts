import assert from 'node:assert/strict'
import { test } from 'node:test'
import { id } from '../web/src/text/id.ts'
import { idPages } from '../web/src/text/id-pages.ts'
import { idReportDocument } from '../web/src/text/id-report-document.ts'
import { rawWordsOf } from './browser/words.ts'

// Every text of the tables and, of a text with parameters, every piece that it is built from.
function textsOf(table: unknown, path: string): (readonly [string, string])[] {
  if (typeof table === 'string') return [[path, table]]
  if (typeof table === 'function')
    return piecesOf(table.toString().replace(/=== '[^']*'/g, '')).map((piece) => [path, piece])
  return Object.entries(table ?? {}).flatMap(([name, part]) => textsOf(part, `${path}.${name}`))
}

// The literals of a piece of code, from the innermost template outwards.
function piecesOf(code: string): string[] {
  const literalsOf = (part: string): string[] =>
    (part.match(/'[^'\n]*'|`[^`]*`/g) ?? []).map((piece) => piece.slice(1, -1))
  const pieces: string[] = []
  const outer = code.replace(/\$\{([^{}]*)\}/g, (_, inside: string) => {
    pieces.push(...literalsOf(inside))
    return ' '
  })
  return outer === code ? literalsOf(code) : [...pieces, ...piecesOf(outer)]
}

// An example of an expression, whose words are those of the API.
const EXPRESSIONS = ['create.keywordPlaceholder']

test('no Indonesian text has a word of the English ones, or a raw identifier', () => {
  const texts = textsOf({ ...id, ...idPages, ...idReportDocument }, '').map(
    ([path, text]) => [path.slice(1), text] as const,
  )
  assert.ok(texts.length > 1_000)
  assert.deepEqual(
    texts
      .filter(([path]) => !EXPRESSIONS.includes(path))
      .flatMap(([path, text]) => rawWordsOf(text, 'id').map((found) => `${path}: ${found}`)),
    [],
  )
})
