import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { matches } from '../../src/match/matches.ts'
import { parseExclusions, parseKeyword } from '../../src/match/parse.ts'
import type { SearchSource } from '../../src/sources/source.ts'
import { openTiktok } from '../../src/sources/tiktok/search.ts'
import { openTwitter } from '../../src/sources/twitter/search.ts'
import { openYoutube } from '../../src/sources/youtube/search.ts'
import { makePosts } from '../platforms/content.ts'
import { drive, localFetch } from '../platforms/drive.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import { startTiktok } from '../platforms/tiktok.ts'
import { startX } from '../platforms/twitter.ts'
import { startYoutube } from '../platforms/youtube.ts'

// The platform's query is only a pre-filter: it must return every post that the matcher accepts. The test servers evaluate the
// query by their own rules, so a query that is too narrow fails here.

const NOW = new Date('2026-11-14T12:00:00Z')
const SINCE = new Date('2026-11-09T00:00:00Z')
const now = () => NOW
const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

const ODD = [
  "Ibadah Jum'at di masjid raya",
  'Khutbah jumat tadi bagus',
  'Kasus COVID-19 naik',
  'Info #covid19 hari ini',
  'Ayo #TimnasIndonesia!',
  'Timnas 🔥 Indonesia menang',
  'Harga,  beras naik',
  'Kata-kata dan/atau lainnya: "banjir"',
  'mau makan OR minum',
]

const posts: SamplePost[] = [
  ...makePosts({ seed: 11, count: 900, from: SINCE, to: new Date('2026-11-14T11:00:00Z') }),
  ...(['twitter', 'youtube', 'tiktok'] as const).flatMap((platform) =>
    ODD.map((text, serial) => aSample(platform, { text, publishedAt: new Date('2026-11-14T11:30:00Z'), serial })),
  ),
]

const EXPRESSIONS = [
  ['banjir', ''],
  ['banjir and garut', ''],
  ['harga beras or banjir and bandung', 'repost'],
  ['timnas indonesia', 'kecewa, kalah'],
  ['timnas indonesia and menang or pemilu or layanan bank and nasabah', ''],
  ['layanan bank and m-banking or transportasi umum and kota tua', ''],
  ["jum'at or covid-19", ''],
  ['timnas 🔥', ''],
  ['#pemilu or "makan or minum"', ''],
  ['🔁', ''],
] as const

const OPEN: Readonly<Record<'twitter' | 'youtube' | 'tiktok', () => Promise<SearchSource>>> = {
  async twitter() {
    const { url, close } = await startX({ posts, token: 't', now })
    closing.push(close)
    return openTwitter({ token: 't', baseUrl: url, dialect: 'tweet', fetch: localFetch, now })
  },
  async youtube() {
    const { url, close } = await startYoutube({ posts, key: 'k', now, searchesPerDay: 10_000 })
    closing.push(close)
    const ledger = { spend: async () => true }
    return openYoutube({ key: 'k', baseUrl: url, comments: false, ledger, fetch: localFetch, now })
  },
  async tiktok() {
    const { url, close } = await startTiktok({ posts, clientKey: 'a', clientSecret: 'b', now })
    closing.push(close)
    return openTiktok({ clientKey: 'a', clientSecret: 'b', baseUrl: url, fetch: localFetch, now })
  },
}

for (const [platform, open] of Object.entries(OPEN)) {
  test(`the query of ${platform} returns everything that the matcher accepts`, async () => {
    const source = await open()
    let total = 0
    for (const [expression, exclude] of EXPRESSIONS) {
      const rule = { keyword: parseKeyword(expression), exclusions: parseExclusions(exclude) }
      const wanted = posts.filter(
        (post) => post.platform === platform && post.kind !== 'comment' && isMatch(rule, post),
      )
      const found = await readAll(source, rule)
      const missing = wanted.filter(({ id }) => !found.has(id)).map(({ text }) => text)
      assert.deepEqual(missing, [], `${expression} without ${exclude}`)
      total += wanted.length
    }
    assert.ok(total > 50, 'there was something to find')
  })
}

function isMatch(rule: Parameters<typeof matches>[0], post: SamplePost): boolean {
  const text = post.title === null ? post.text : `${post.title}\n\n${post.text}`
  return matches(rule, text, [...post.links.flatMap(({ url, title }) => [url, title])].join('\n')).matched
}

const RUNS_MAX = 8

// Runs until a run finds nothing new.
async function readAll(source: SearchSource, rule: Parameters<typeof matches>[0]): Promise<Set<string>> {
  const found = new Set<string>()
  let cursor: unknown = null
  for (let run = 0; run < RUNS_MAX; run++) {
    const before = found.size
    const { ids, cursor: next, error } = await drive(source, { ...rule, since: SINCE, until: NOW, cursor })
    assert.equal(error, null)
    for (const id of ids) found.add(id)
    cursor = next
    if (found.size === before) break
  }
  return found
}
