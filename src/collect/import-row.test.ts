import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowError, readRow } from './import-row.ts'

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
