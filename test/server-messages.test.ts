import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf } from '../client/src/errors.ts'
import { explainValidation, STATUS_OF } from '../src/api/errors.ts'
import { passwordFault } from '../src/domain/password.ts'
import { parseKeyword } from '../src/match/parse.ts'
import { SOURCE_ERRORS } from '../src/sources/source.ts'
import { describeError } from '../web/src/text/describe-error.ts'
import { en } from '../web/src/text/en.ts'
import { enPages } from '../web/src/text/en-pages.ts'
import { describeFault } from '../web/src/text/faults.ts'
import { formatFor } from '../web/src/text/format.ts'
import { id } from '../web/src/text/id.ts'
import { idPages } from '../web/src/text/id-pages.ts'
import { readRefusal } from '../web/src/text/refusals.ts'
import { writtenMessages } from './written-messages.ts'

const TEXTS = [
  { ...id, ...idPages },
  { ...en, ...enPages },
] as const
// Of problems, and those that the protocol and faults of the service lead to.
const STATUSES = [...Object.values(STATUS_OF), 408, 417, 431, 500]

test('every status that the API can send has a text in both languages, with and without the texts of pages', () => {
  for (const text of [id, en, ...TEXTS]) {
    for (const status of STATUSES) {
      const error = errorOf(status, { error: 'Code', message: 'A message that no language knows' }, '30')
      const described = describeError(error, text)
      assert.ok(described.length > 10 && !described.includes('no language knows'), `${status}: ${described}`)
    }
  }
})

const SENT: readonly (readonly [string, RegExp, RegExp])[] = [
  ['username: "budi" is taken.', /“budi” sudah dipakai/, /“budi” is already taken/],
  [`password ${passwordFault('abc')}.`, /sedikitnya 8/, /at least 8/],
  [`password.new ${passwordFault('budi-12345', 'budi')}.`, /nama pengguna/, /username/],
  [`password ${passwordFault('password123')}.`, /terlalu umum/, /too common/],
  ['password.old is not your password.', /sekarang tidak cocok/, /incorrect/],
  ['No project has the id "x".', /sudah tidak ada/, /no longer exists/],
  ['channels: no channel has the id "x".', /sudah tidak ada/, /no longer exists/],
  ['You have no session with the id "x".', /sudah tidak ada/, /no longer exists/],
  ['from and to must be at most 400 days apart.', /400 hari/, /400 days/],
  ['An account has at most 50 keys: revoke one first.', /Paling banyak 50/, /at most 50/],
  ['url must begin with http:// or https://.', /alamat lengkap/, /complete address/],
  ['url: x.com has no feeds of its own. Give the address of a bridge.', /x\.com/, /x\.com/],
  [keywordFault('banjir and'), /“and” atau “or”/, /beside “and” or “or”/],
  [keywordFault('"banjir'), /karakter ke-1/, /character 1/],
  ['The file has 3 columns', /Server tidak menerima/, /did not accept/],
  [
    fault('minLength', '/group', 'must NOT have fewer than 2 characters'),
    /Nama proyek: sedikitnya 2/,
    /name: at least 2/,
  ],
  [fault('maximum', '/kuota', 'must be <= 1000000'), /Kuota: paling banyak 1\.000\.000/, /Quota: at most 1,000,000/],
  [fault('format', '/email', 'must match format "email"'), /alamat surel/, /email address/],
  [fault('pattern', '/username', 'must match pattern "x"'), /Nama pengguna: isian ini/, /Username: this value/],
  [fault('required', '', '', { missingProperty: 'keyword' }), /Kata kunci: wajib/, /Keywords: must be filled/],
  [fault('type', '/inner_thing', 'must be string'), /^Salah satu isian: /, /^One of the entries: /],
]

function fault(keyword: string, instancePath: string, message: string, params: Record<string, unknown> = {}): string {
  return explainValidation({ keyword, instancePath, message, params }, 'body')
}

function keywordFault(expression: string): string {
  try {
    parseKeyword(expression)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`"${expression}" is an expression.`)
}

test('what the API writes in English is read as a code with parameters, and said in the language of the person', () => {
  for (const [message, ...expected] of SENT) {
    for (const [index, text] of TEXTS.entries()) {
      assert.match(describeError(errorOf(400, { error: 'Bad Request', message }), text), expected[index] as RegExp)
    }
  }
})

// Messages to programs: the dashboard never sends what they are about.
const FOR_PROGRAMS = [
  /^Send a key as|^The body must be one JSON-RPC|^R10 answers|^since: |^Give ids to compare|^periods and filters compare/,
  /^Give periods or filters|^from and to are not used with periods|^confirm and enabled|^A channel of the kind 7 signs nothing/,
  /^filter: days cannot be combined|^map: "7" is not column=field|^The header Host|^"7" is not a parameter of the query/,
]
// Messages around others, which are looked for themselves.
const AROUND_OTHERS = /^(?:rule7 77|field 7|keyword: 7|filters\.7: 7)\.?$/
// Their status says enough: log in, not allowed, gone, later, a failure of the server.
const BY_STATUS = ['unauthorized', 'forbidden', 'not-found', 'too-many', 'unavailable', 'not-set-up']

test('every reason of the API to refuse something has a text in the dashboard, or is one for programs', () => {
  const written = writtenMessages('Problem', ['src/api', 'src/domain', 'src/match', 'src/collect/import'])
  assert.ok(written.length > 150, `${written.length} messages`)
  const unknown = written
    .filter(({ texts: [kind = ''] }) => !BY_STATUS.includes(kind))
    .flatMap(({ at, texts: [, ...messages] }) =>
      messages
        .filter((message) => message.includes(' '))
        .map((message) => message.replace(/^7 /, 'field '))
        .filter((message) => readRefusal(message) === null)
        .filter((message) => ![...FOR_PROGRAMS, AROUND_OTHERS].some((pattern) => pattern.test(message)))
        .map((message) => `${at}: ${message}`),
    )
  assert.deepEqual(unknown, [])
})

test('every reason why an expression, a search or a row of a file cannot be read has a text in both languages', () => {
  const expressions = writtenMessages('KeywordError', ['src/match']).flatMap(({ texts }) => texts)
  assert.ok(expressions.length > 5)
  for (const message of expressions) {
    const prefix = /^[a-z]/.test(message) ? 'q ' : 'keyword: '
    assert.notEqual(readRefusal(`${prefix}${message}`), null, message)
  }
  const rows = writtenMessages('RowError', ['src/collect/import']).flatMap(({ texts }) => texts)
  assert.ok(rows.length > 10)
  for (const written of rows.filter((text) => text.includes(' '))) {
    const message = written.replace('number of 7', 'number of likes')
    for (const { import: words } of TEXTS)
      assert.notEqual(words.describeRow(message), words.describeRow('something new'), message)
  }
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
