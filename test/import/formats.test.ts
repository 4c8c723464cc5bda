import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { test } from 'node:test'
import { IMPORT_FORMATS } from '../../src/collect/import/formats.ts'
import type { Post } from '../../src/domain/post.ts'
import { PAGE, renderPage } from './formats-page.ts'
import { FILES, readImportFile } from './read.ts'

// What differs from one post to the next, in one line: platform, id, kind, author, counts, text. All were published at the same time.
function line(post: Post | string | undefined): string {
  if (typeof post !== 'object') return String(post)
  const { platform, platformId, kind, author, engagement, text, publishedAt } = post
  assert.equal(publishedAt.toISOString(), '2026-03-20T05:00:00.000Z', text)
  const counts = Object.values(engagement).join('/')
  return [platform, platformId, kind, `${author.id}|${author.username}|${author.displayName}`, counts, text].join(' · ')
}

const X = 'twitter · 2034000000000000001 · post'
const TIKTOK = 'tiktok · 7480000000000000001 · video'
const KABAR = 'kabar.garut|Kabar Garut'

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'zeeschuimer-tiktok': [`${TIKTOK} · 6001|${KABAR} · 12/5/3/400 · Banjir di Garut`],
  'zeeschuimer-instagram': [
    `instagram · DAbc-1_xyZ · post · 701|${KABAR} · 12/5/0/0 · Banjir pagi ini`,
    'instagram · DBbc-1_xyZ · post · 701|kabar.garut|kabar.garut · 7/1/0/0 · Banjir sore ini',
  ],
  'zeeschuimer-x': [`${X} · 801|kabargarut|Kabar Garut · 12/5/3/400 · Banjir & longsor di Garut`],
  'zeeschuimer-facebook': [
    'facebook · 122100000000000001 · post · 100064000000001||Kabar Garut · 0/0/0/0 · Banjir di Garut',
  ],
  'apify-tiktok': [`${TIKTOK} · 6001|${KABAR} · 12/5/3/400 · Banjir di Garut #garut`],
  'apify-tiktok-comments': [
    'tiktok · comment:7480000000000000099 · comment · 6002|warga1|warga1 · 2/1/0/0 · Banjirnya tinggi sekali',
  ],
  'apify-instagram': [`instagram · DAbc-1_xyZ · post · 701|${KABAR} · 0/5/0/0 · Banjir pagi ini`],
  'apify-instagram-comments': [
    'instagram · comment:18000000000000001 · comment · 702|warga1|Warga Satu · 2/1/0/0 · Semoga banjir surut',
  ],
  'apify-facebook': [
    'facebook · 122100000000000001 · post · 100064000000001|kabargarut|Kabar Garut · 12/5/3/0 · Banjir, lagi',
  ],
  'apify-facebook-comments': ['facebook · comment:555 · comment · 9001||Warga Satu · 2/1/0/0 · Banjir di rumah saya'],
  'apify-x': [`${X} · 801|kabargarut|Kabar Garut · 12/5/3/400 · Banjir & longsor di Garut`],
  'x-api': [`${X} · 801|kabargarut|Kabar Garut · 12/5/3/400 · Banjir & longsor di Garut`],
  'x-archive': [`${X} · || · 12/0/3/0 · Banjir & longsor di Garut`],
  'youtube-comments': ['youtube · comment:UgxA · comment · UC2|warga1|warga1 · 2/1/0/0 · Banjir & longsor'],
  'youtube-videos': [
    'youtube · a1B2c3D4e5F · video · UC1||Kabar Garut · 12/5/0/400 · Banjir & longsor\n\nLiputan dari Garut',
  ],
  'youtube-replies': ['youtube · comment:UgxA.9b · comment · UC3|warga2|warga2 · 1/0/0/0 · Banjir lagi'],
  'tiktok-research': [`${TIKTOK} · |kabar.garut|kabar.garut · 12/5/3/400 · Banjir di Garut`],
  'tiktok-research-comments': ['tiktok · comment:7480000000000000099 · comment · || · 2/1/0/0 · Banjirnya tinggi'],
  '4cat-tiktok': [`${TIKTOK} · 6001|${KABAR} · 12/5/3/400 · Banjir di Garut`],
  '4cat-instagram': [`instagram · DAbc-1_xyZ · post · |${KABAR} · 12/5/0/0 · Banjir pagi ini`],
  '4cat-x': [`${X} · 801|kabargarut|Kabar Garut · 12/5/3/400 · Banjir di Garut`],
  '4cat': ['facebook · 122100000000000001 · post · |kabargarut|Kabar Garut · 0/0/0/0 · Banjir di Garut'],
  'crowdtangle-facebook': [
    'facebook · 122100000000000001 · post · 100200300|kabargarut|Kabar Garut · 1012/5/3/400 · Banjir di Garut',
  ],
  'crowdtangle-instagram': [`instagram · DAbc-1_xyZ · post · |${KABAR} · 12/5/0/0 · Banjir pagi ini`],
  'meta-content-library-facebook': [
    'facebook · mcl:1700000000000001 · post · 501|kabargarut|Kabar Garut · 12/5/3/400 · Banjir di Garut',
  ],
  'meta-content-library-instagram': [
    `instagram · mcl:1700000000000002 · post · 502|${KABAR} · 12/5/0/400 · Banjir pagi ini`,
  ],
  brandwatch: [
    `${X} · |kabargarut|Kabar Garut · 12/5/3/400 · Banjir di Garut merendam rumah`,
    'news · https://kabar.example/banjir · article · || · 0/0/0/0 · Banjir merendam Garut\n\nAir naik sejak malam',
    '"forum" is not a platform: use one of twitter, facebook, youtube, tiktok, instagram, news, or give one for the whole file.',
  ],
  talkwalker: [
    `${X} · 801|kabargarut|Kabar Garut · 12/5/3/400 · Banjir di Garut`,
    'news · https://kabar.example/banjir · article · ||Kabar · 0/0/0/0 · Banjir merendam Garut\n\nAir naik sejak malam',
  ],
  meltwater: [
    `${X} · |kabargarut|Kabar Garut · 12/5/3/400 · Banjir di Garut`,
    'news · https://kabar.example/banjir · article · ||Kabar · 0/0/0/0 · Banjir merendam Garut\n\nBanjir setinggi lutut',
  ],
  brand24: [
    `${X} · |kabargarut|kabargarut · 12/5/3/0 · Banjir di Garut`,
    'news · https://kabar.example/banjir · article · ||kabar.example · 0/0/0/0 · Banjir merendam Garut\n\nAir naik',
  ],
}

for (const name of readdirSync(FILES)) {
  const format = basename(name, extname(name))
  if (format === 'plain') continue
  test(`${name} is recognised by its columns and read`, async () => {
    const { plan, rows } = await readImportFile(join(FILES, name))
    assert.equal(plan.format.id, format)
    assert.equal(plan.problem, null)
    assert.deepEqual(rows.map(line), EXPECTED[format])
  })
}

test('every format of the table has a file', () => {
  const names = readdirSync(FILES).map((name) => basename(name, extname(name)))
  assert.deepEqual(names.sort(), IMPORT_FORMATS.map(({ id }) => id).sort())
})

test('a file with Indonesian columns in any order is read, with the platform of each address', async () => {
  const { plan, rows } = await readImportFile(join(FILES, 'plain.csv'))
  assert.deepEqual(plan.mapping, {
    title: 'Judul',
    text: 'Isi Berita',
    url: 'Tautan',
    author_username: 'Penulis',
    author_name: 'Penulis',
    published_at: '{Tanggal} {Jam}',
    likes: 'Jumlah Suka',
  })
  const [one, two] = rows as Post[]
  assert.equal(line(one), `${TIKTOK} · |Kabar Garut|Kabar Garut · 1234/0/0/0 · Banjir di Garut\n\nAir naik sejak malam`)
  assert.equal(two?.platform, 'instagram')
  // 20/03 in the row before says that the day comes first.
  assert.equal(two?.publishedAt.toISOString(), '2026-04-03T01:00:00.000Z')
})

test('the reference page lists the formats as they are read', () => {
  assert.equal(readFileSync(PAGE, 'utf8'), renderPage(), 'run node test/import/formats-page.ts')
})
