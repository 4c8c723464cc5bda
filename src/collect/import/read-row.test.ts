import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportChoices } from '../../domain/import.ts'
import type { Post } from '../../domain/post.ts'
import { Planner } from './plan.ts'
import { readRow as readPlanned } from './read-row.ts'
import { RowError, toRow } from './rows.ts'

// A row of a file that has no other.
function readRow(record: Record<string, string>, choices: ImportChoices = {}, timeZone = 'Asia/Jakarta'): Post {
  const row = toRow(record)
  const planner = new Planner(choices, timeZone)
  planner.see({ number: 1, row })
  return readPlanned(row, planner.finish())
}

const ROW = { platform: 'twitter', id: '1', text: 'Banjir', published_at: '2026-03-20T12:00:00Z' }

test('columns are recognised by the names used in exports of platforms and of Pantau itself', () => {
  const post = readRow({
    socialmediaid: 'news',
    'Platform ID': 'a-1',
    content: 'Banjir di Garut',
    targeted_account_id: 'kabar.example',
    'targeted_account.username': '@kabar',
    'targeted_account.display_name': 'Kabar',
    createdat: '2026-03-20T12:00:00.000Z',
    'engagement.likes': '1.234',
    lang: 'id',
  })
  assert.equal(post.platform, 'news')
  assert.equal(post.platformId, 'a-1')
  assert.equal(post.kind, 'article')
  assert.deepEqual(post.author, { id: 'kabar.example', username: 'kabar', displayName: 'Kabar' })
  assert.equal(post.engagement.likes, 1234)
  assert.equal(post.language, 'id')
})

const DATES: [string, string][] = [
  ['2026-03-20T12:00:00Z', '2026-03-20T12:00:00.000Z'],
  ['2026-03-20 12:00:00', '2026-03-20T05:00:00.000Z'],
  ['1773964800', '2026-03-20T00:00:00.000Z'],
  ['1773964800000', '2026-03-20T00:00:00.000Z'],
  ['Fri Mar 20 12:00:00 +0000 2026', '2026-03-20T12:00:00.000Z'],
  ['Jumat, 20 Maret 2026 12:00 WIB', '2026-03-20T05:00:00.000Z'],
  ['20 Agt 2026 pukul 08.15 WITA', '2026-08-20T00:15:00.000Z'],
  ['20/03/2026 12:00', '2026-03-20T05:00:00.000Z'],
  ['3/20/26, 5:30 PM', '2026-03-20T10:30:00.000Z'],
  ['20-03-2026 12.00 WIB', '2026-03-20T05:00:00.000Z'],
  ['2026/03/20 12:00', '2026-03-20T05:00:00.000Z'],
  ['2026-03-20 05:30 PM', '2026-03-20T10:30:00.000Z'],
  ['20-Mar-2026 05:30PM', '2026-03-20T10:30:00.000Z'],
  ['2021-03-04 05:06:07 EST', '2021-03-04T10:06:07.000Z'],
  ['1773964800.0', '2026-03-20T00:00:00.000Z'],
]
for (const [written, instant] of DATES) {
  test(`the date "${written}" is parsed`, () => {
    assert.equal(readRow({ ...ROW, published_at: written }).publishedAt.toISOString(), instant)
  })
}

test('without an id, the id that collecting would use is taken from the address', () => {
  const id = (platform: string, url: string) => readRow({ ...ROW, id: '', platform, url }).platformId
  assert.equal(id('twitter', 'https://x.com/a/status/1899999999999999999?s=20'), '1899999999999999999')
  assert.equal(id('youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'), 'dQw4w9WgXcQ')
  assert.equal(id('tiktok', 'https://www.tiktok.com/@a/video/7028743950684949650'), '7028743950684949650')
  assert.equal(id('news', 'https://kabar.example/a'), 'https://kabar.example/a')
  assert.equal(id('facebook', ''), id('facebook', ''))
  assert.match(id('facebook', ''), /^text:/)
})

const WRONG: [string, Partial<Record<string, string>>, RegExp][] = [
  ['no text', { text: ' ' }, /no text/],
  ['no platform', { platform: '' }, /no platform/],
  ['an unknown platform', { platform: 'myspace' }, /"myspace" is not a platform/],
  ['no date', { published_at: '' }, /no date/],
  ['an unreadable date', { published_at: 'kemarin' }, /"kemarin" is not a date/],
  ['a script for a link', { url: 'javascript:alert(1)' }, /not an http or https address/],
  ['words for a number', { likes: 'banyak' }, /"banyak" is not a number of likes/],
]
for (const [name, fields, message] of WRONG) {
  test(`a row with ${name} is rejected with a clear message`, () => {
    assert.throws(
      () => readRow({ ...ROW, ...fields } as Record<string, string>),
      (error) => error instanceof RowError && message.test(error.message),
    )
  })
}

test('the kind of a post is kept, and one that is unknown is the usual one of its platform', () => {
  assert.equal(readRow({ ...ROW, kind: 'comment' }).kind, 'comment')
  assert.equal(readRow({ ...ROW, kind: 'poem' }).kind, readRow(ROW).kind)
  assert.notEqual(readRow(ROW).kind, 'comment')
})

test('only an at sign before a user name is left out', () => {
  assert.equal(readRow({ ...ROW, username: '@kabar@garut' }).author.username, 'kabar@garut')
  assert.equal(readRow({ ...ROW, username: 'kabar@garut' }).author.username, 'kabar@garut')
})

test('the name of an author is the first of the columns that may hold it', () => {
  const columns = ['author_name', 'display_name', 'channel_title', 'name', 'author']
  for (const [at, column] of columns.entries()) {
    const later = Object.fromEntries(columns.slice(at + 1).map((name) => [name, 'another']))
    assert.equal(readRow({ ...ROW, ...later, [column]: 'Kabar Garut' }).author.displayName, 'Kabar Garut', column)
  }
})

test('a date without a zone is read in the zone of the installation, with its summer time', () => {
  const at = (written: string, zone: string) =>
    readRow({ ...ROW, published_at: written }, {}, zone).publishedAt.toISOString()
  assert.equal(at('2026-03-20 12:00', 'Asia/Jayapura'), '2026-03-20T03:00:00.000Z')
  assert.equal(at('2026-07-20 12:00', 'Europe/Amsterdam'), '2026-07-20T10:00:00.000Z')
  assert.equal(at('2026-01-20 12:00', 'Europe/Amsterdam'), '2026-01-20T11:00:00.000Z')
  assert.equal(at('2026-01-20T12:00:00Z', 'Asia/Jayapura'), '2026-01-20T12:00:00.000Z')
})

test('the platform comes from the file, then from the address, then from the user', () => {
  const platform = (fields: Record<string, string>, choices: ImportChoices = {}) =>
    readRow({ ...ROW, ...fields }, choices).platform
  assert.equal(platform({ platform: 'X', url: 'https://www.tiktok.com/@a/video/1' }, { platform: 'news' }), 'twitter')
  assert.equal(platform({ platform: 'SOCIALMEDIA,SOCIALMEDIA_INSTAGRAM' }), 'instagram')
  assert.equal(platform({ platform: 'Online News' }), 'news')
  assert.equal(platform({ platform: '', url: 'https://www.tiktok.com/@a/video/1' }, { platform: 'news' }), 'tiktok')
  assert.equal(platform({ platform: 'Kompas', url: 'https://kompas.example/a' }, { platform: 'news' }), 'news')
  assert.throws(() => platform({ platform: 'Kompas', url: 'https://kompas.example/a' }), /"Kompas" is not a platform/)
  assert.throws(() => platform({ platform: 'Facebook and Instagram' }), /is not a platform/)
})

test('a column is assigned to a field, and a field can be left out', () => {
  const row = { ...ROW, likes: '5', 'Isi cuitan': 'Banjir besar', 'a=b': '7' }
  const choices: ImportChoices = {
    map: [
      { column: 'isi CUITAN', field: 'text' },
      { column: '', field: 'likes' },
      { column: 'a=b', field: 'views' },
    ],
  }
  const post = readRow(row, choices)
  assert.equal(post.text, 'Banjir besar')
  assert.deepEqual(post.engagement, { likes: 0, comments: 0, shares: 0, views: 7 })
  const wrong: ImportChoices = { map: [{ column: 'isi', field: 'text' }] }
  assert.throws(() => readRow(row, wrong), /has no column "isi"\. It has: platform, id, text, published_at, likes/)
})

test('a title that the text begins with is not read twice', () => {
  assert.equal(readRow({ ...ROW, title: 'Banjir di Ga...', text: 'Banjir di Garut' }).text, 'Banjir di Garut')
  assert.equal(readRow({ ...ROW, title: 'Garut', text: 'Banjir' }).text, 'Garut\n\nBanjir')
})

test('a number that a platform hides is none, and a negative one is refused', () => {
  for (const written of ['-1', '-', 'N/A', 'null'])
    assert.equal(readRow({ ...ROW, likes: written }).engagement.likes, 0)
  assert.throws(() => readRow({ ...ROW, likes: '-5' }), /"-5" is not a number of likes/)
})
