import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAllFeeds } from '../src/cli/feed-check.ts'
import { readConfig } from '../src/config.ts'
import { addFeed, findFeed } from '../src/store/collecting/feeds.ts'
import { openPool, type Pool } from '../src/store/db.ts'
import { type NewsPlatform, openNewsPlatform } from './platforms/news.ts'
import { rssReply } from './platforms/rss.ts'
import { type TestDatabase, testDatabase } from './setup.ts'

// Without the shipped outlets: a test sends no packet to any other machine.
const config = readConfig({
  PANTAU_DEFAULT_FEEDS: '0',
  PANTAU_ALLOW_PRIVATE_NETWORK: '1',
  PANTAU_HOST_SPACING_MS: '0',
})

let news: NewsPlatform
let database: TestDatabase
let pool: Pool
before(async () => {
  news = await openNewsPlatform()
  database = await testDatabase()
  pool = openPool(database.url, { max: 4 })
  const items = [{ title: 'Banjir', link: 'https://www.kabarcontoh.co.id/1', publishedAt: new Date() }]
  for (const path of ['/hidup.xml', '/cadangan.xml']) news.disturb(path, rssReply(items))
  await addFeed(pool, { source: 'news', name: 'Hidup', address: at('/hidup.xml') })
  await addFeed(pool, { source: 'news', name: 'Mati', address: at('/mati.xml') })
  await addFeed(pool, { source: 'news', name: 'Pindah', address: at('/pindah.xml') })
  await addFeed(pool, { source: 'news', name: 'Padam', address: at('/padam.xml'), enabled: false })
  await pool`update feed set alternatives = ${[at('/kosong.xml'), at('/cadangan.xml')]}::text[] where name = 'Pindah'`
})
after(async () => {
  await pool.end({ timeout: 5 })
  await database.drop()
  await news.close()
})

const at = (path: string) => new URL(path, news.url).href

async function check(save: boolean): Promise<{ code: number; lines: string[] }> {
  let output = ''
  const stdout = { write: (text: string) => (output += text) }
  const code = await checkAllFeeds(config, pool, { stdout, save })
  return { code, lines: output.trimEnd().split('\n') }
}

test('every feed that is on is read once, and the table says what responded', async () => {
  const { code, lines } = await check(false)
  assert.equal(code, 0)
  assert.match(lines[0] ?? '', /^STATE +ENTRIES +NEWEST +NAME +ADDRESS$/)
  const row = (name: string) => lines.find((line) => line.includes(` ${name} `)) ?? ''
  assert.match(row('Hidup'), /^ok +1 +\d{4}-\d\d-\d\d \d\d:\d\d +Hidup +http:.*hidup\.xml$/)
  assert.match(row('Mati'), /^broken +0 +- +Mati +http:.*mati\.xml +\(bad_request: .*404/)
  assert.match(row('Pindah'), /^ok .*cadangan\.xml$/)
  assert.equal(row('Padam'), '')
  assert.match(
    lines.at(-1) ?? '',
    /^2 of 3 feeds bring posts, 1 of them from an alternative address\. Nothing was saved/,
  )
  for (const path of ['/hidup.xml', '/mati.xml', '/cadangan.xml']) assert.equal(news.requests(path).length, 1, path)
  assert.equal((await findFeed(pool, 'news', at('/mati.xml')))?.state, 'new')
})

test('--save stores the states and uses the addresses that work', async () => {
  assert.match((await check(true)).lines.at(-1) ?? '', /The result is saved/)
  const [mati, pindah] = [
    await findFeed(pool, 'news', at('/mati.xml')),
    await findFeed(pool, 'news', at('/pindah.xml')),
  ]
  assert.equal(mati?.state, 'broken')
  assert.match(mati?.detail ?? '', /404/)
  assert.deepEqual([pindah?.state, pindah?.readAddress], ['ok', at('/cadangan.xml')])
})
