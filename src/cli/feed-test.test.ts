import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NEWS_PATHS, openNewsPlatform } from '../../test/platforms/news.ts'
import { openFetch } from '../sources/http/fetch.ts'
import { printFeed } from './feed-test.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const fetch = openFetch({ userAgent: 'Pantau/1', allowPrivate: true, hostSpacingMs: 0 })

async function run(address: string): Promise<Record<string, unknown>[]> {
  let output = ''
  const stdout = { write: (text: string) => (output += text) }
  await printFeed(address, { stdout, fetch, now: NOW, signal: new AbortController().signal })
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

test('a file is read without the network, one object per line', async () => {
  const path = fileURLToPath(new URL('../sources/feeds/replies/rss.xml', import.meta.url))
  const lines = await run(path)
  assert.equal(lines.length, 5)
  assert.deepEqual(lines[1], {
    id: 'https://www.kabarcontoh.co.id/berita/1002/harga',
    url: 'https://www.kabarcontoh.co.id/berita/1002/harga',
    title: 'Harga <Rp 5.000, pembeli antre',
    text: 'Harga <Rp 5.000, pembeli antre\n\nPasar Baru ramai sejak pagi.',
    author: 'Kabar Contoh & Warta',
    byline: null,
    publishedAt: '2026-11-14T04:30:00.000Z',
    language: 'id-ID',
  })
  assert.equal(lines[0]?.id, '1001')
})

test('an address is read the same way the collector reads it', async () => {
  const outlet = await openNewsPlatform({ articles: [{ id: 'a1', title: 'Banjir', body: 'Isi', publishedAt: NOW }] })
  try {
    const [line] = await run(new URL(NEWS_PATHS.rss, outlet.url).href)
    assert.deepEqual([line?.title, line?.text, line?.publishedAt], ['Banjir', 'Banjir\n\nIsi', NOW.toISOString()])
  } finally {
    await outlet.close()
  }
})

test('unreadable input gives a clear error message', async () => {
  await assert.rejects(run('/tidak/ada.xml'), /neither an http\(s\) address nor a readable file/)
  await assert.rejects(
    run(fileURLToPath(new URL('../sources/article/replies/article.html', import.meta.url))),
    /web page/,
  )
})
