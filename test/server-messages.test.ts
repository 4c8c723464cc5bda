import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorOf, type PantauError } from '../client/src/errors.ts'
import { STATUS_OF } from '../src/api/errors.ts'
import { reasonHeader, reasonOfFault } from '../src/api/reason.ts'
import { REASONS, type Reason } from '../src/domain/reason.ts'
import { type KeywordError, parseKeyword } from '../src/match/parse.ts'
import { SOURCE_ERRORS } from '../src/sources/source.ts'
import { describeError } from '../web/src/text/describe-error.ts'
import { en } from '../web/src/text/en.ts'
import { enPages } from '../web/src/text/en-pages.ts'
import { describeFault } from '../web/src/text/faults.ts'
import { formatFor } from '../web/src/text/format.ts'
import { id } from '../web/src/text/id.ts'
import { idPages } from '../web/src/text/id-pages.ts'

const TEXTS = [
  { ...id, ...idPages },
  { ...en, ...enPages },
] as const
// Of problems, and those that the protocol and faults of the service lead to.
const STATUSES = [...Object.values(STATUS_OF), 408, 417, 431, 500]

test('every status that the API can send has a text in both languages, with and without the texts of pages', () => {
  for (const text of [id, en, ...TEXTS]) {
    for (const status of STATUSES) {
      const error = errorOf(
        status,
        { error: 'Code', message: 'A message that no language knows' },
        new Headers({ 'retry-after': '30' }),
      )
      const described = describeError(error, text)
      assert.ok(described.length > 10 && !described.includes('no language knows'), `${status}: ${described}`)
    }
  }
})

const schemaFault = (keyword: string, instancePath: string, params: object = {}): Reason =>
  reasonOfFault({ keyword, instancePath, params })

const SENT: readonly (readonly [Reason, RegExp, RegExp])[] = [
  [['usernameTaken', 'budi'], /“budi” sudah dipakai/, /“budi” is already taken/],
  [['rangeTooLong', 400], /400 hari/, /400 days/],
  [['urlProtocol'], /diawali http:\/\//, /begin with http:\/\//],
  [['rowCount', '1 & 2', 'likes'], /^Suka: “1 & 2”/, /^Likes: “1 & 2”/],
  [keywordFault('banjir and'), /“and” atau “or”/, /beside “and” or “or”/],
  [keywordFault('"banjir'), /karakter ke-1/, /character 1/],
  [schemaFault('minLength', '/group', { limit: 2 }), /Nama proyek: sedikitnya 2 karakter/, /name: at least 2 char/],
  [schemaFault('minLength', '/group', { limit: 1 }), /Nama proyek: wajib/, /name: must be filled/],
  [schemaFault('maxItems', '/channels', { limit: 20 }), /Saluran: paling banyak 20\./, /Channels: at most 20\./],
  [
    schemaFault('maximum', '/kuota', { limit: 1_000_000 }),
    /Kuota: paling banyak 1\.000\.000/,
    /Quota: at most 1,000,000/,
  ],
  [schemaFault('format', '/email', { format: 'email' }), /alamat surel/, /email address/],
  [schemaFault('pattern', '/username'), /Nama pengguna: isian ini/, /Username: this value/],
  [schemaFault('required', '', { missingProperty: 'keyword' }), /Kata kunci: wajib/, /Keywords: must be filled/],
  [schemaFault('type', '/inner_thing'), /^Salah satu isian: /, /^One of the entries: /],
]

function keywordFault(expression: string): Reason {
  try {
    parseKeyword(expression)
  } catch (error) {
    return (error as KeywordError).reason
  }
  throw new Error(`"${expression}" is an expression.`)
}

function refusalWith(reason: string): PantauError {
  return errorOf(400, { error: 'Bad Request', message: 'English' }, new Headers({ reason }))
}

test('the reason of a refusal is said in the language of the person, whatever the message is', () => {
  for (const [reason, ...expected] of SENT) {
    const error = refusalWith(reasonHeader(reason))
    for (const [index, text] of TEXTS.entries()) assert.match(describeError(error, text), expected[index] as RegExp)
  }
})

test('every code has a text in both languages that needs no other values, and is in the reference', () => {
  const reference = readFileSync(join(import.meta.dirname, '../docs/reference/api.md'), 'utf8')
  for (const [code, names] of Object.entries(REASONS)) {
    const values = names.map((_, index) => String(index + 1))
    for (const text of TEXTS) assert.doesNotMatch(text.describeReason({ code, values }) ?? 'NaN', /undefined|NaN/, code)
    assert.ok(reference.includes(`| \`${code}\` | ${names.join(', ')} |`.replace('|  |', '| |')), code)
  }
})

test('a code that the dashboard does not know, or none, leaves the text of the status', () => {
  for (const reason of ['code=newer&value=1', 'code=toString', 'nonsense', ''])
    assert.equal(describeError(refusalWith(reason), TEXTS[0]), id.failure.refused, reason)
})

test('a header of any values is short and plain ASCII, and is read as they were', () => {
  assert.deepEqual(refusalWith(reasonHeader(['fileColumn', 'A=1&b\r\n“é”'])).reason?.values, ['A=1&b\r\n“é”'])
  const header = reasonHeader(['termSilent', '🌊'.repeat(5_000), 1])
  assert.match(header, /^[\x21-\x7e]{1,2000}$/)
})

// These folders are only used by commands, whose messages are for the operator.
const OF_OPERATORS = /^(?:cli|postgres|analyse\/operator)\/|^config\.ts$|^domain\/problem\.ts$/

test('what the API can refuse is a Refusal, which has a reason', () => {
  const source = join(import.meta.dirname, '../src')
  const bare = globSync('**/*.ts', { cwd: source })
    .filter((file) => !OF_OPERATORS.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => /new Problem\(/.test(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(bare, [])
})

const FAULTS: readonly (readonly [string, RegExp])[] = [
  ['not_configured', /Belum disiapkan/],
  ['network: https://a.example/rss: getaddrinfo ENOTFOUND a.example', /Nama situs tidak ditemukan/],
  ['network: https://a.example/: connect ECONNREFUSED 192.0.2.1:443', /Tidak dapat tersambung/],
  ['unreadable: The response is neither a feed nor a news sitemap.', /bukan feed/],
  ['forbidden: a.example returned 403.', /Akses ditolak/],
  ['twitter waits until 2026-11-18T08:00:00.000Z: The rate limit of X is reached', /18 Nov 2026, 15\.00 WIB/],
  ['12 of 40 entries have no date; the time they were first seen is used instead.', /^12 dari 40 entri/],
  ['The newest entry is 1200 days old.', /1\.200 hari/],
  ['budget_spent: The rest will be requested in the next run.', /^Sisanya dibaca/],
  ['budget_spent: The quota of the account is used up.', /Kuota Anda habis/],
  ['Telegram is not configured.', /Belum disiapkan/],
  ['something new', /sebab lain/],
]

test('no reason of a source reaches the screen as a code', () => {
  const [indonesian, english] = TEXTS
  for (const [detail, expected] of FAULTS) assert.match(describeFault(detail, indonesian, formatFor('id')), expected)
  for (const detail of [...SOURCE_ERRORS.map((code) => `${code}: x`), ...FAULTS.map(([detail]) => detail)]) {
    assert.doesNotMatch(describeFault(detail, english, formatFor('en')), /_|ENOTFOUND|ECONN|: x/, detail)
  }
  const twice = 'network: a; network: b'
  assert.equal(describeFault(twice, english, formatFor('en')), english.faults.network())
})
