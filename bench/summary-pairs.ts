import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf, nextDay, startOfDay } from '../src/domain/day.ts'
import { isPlatform, type Platform } from '../src/domain/platform.ts'
import type { Facts, Material, SummaryLanguage, SummaryMention } from '../src/summarise/material.ts'
import { openReader } from '../src/summarise/reader.ts'
import { compareRecent } from '../src/summarise/recent.ts'
import { summarise } from '../src/summarise/summarise.ts'
import { SUBJECTS, type Subject } from './sets/summary-subjects.ts'

const POSTS = new URL('./sets/summary-posts.txt', import.meta.url)
const ZONE = 'Asia/Jakarta'
const START = Date.UTC(2026, 5, 1, 3)
const HOUR_MS = 3_600_000
const signal = new AbortController().signal

// Summaries of made-up subjects, as Markdown. `--before <folder>` adds those of another version of the project, whose files are
// in that folder.
export async function run(): Promise<void> {
  const { values } = parseArgs({ options: { before: { type: 'string' } }, strict: false, allowPositionals: true })
  const earlier = typeof values.before === 'string' ? await openVersion(values.before) : null
  for (const [at, coverage] of coverages().entries()) {
    const material = materialOf(coverage)
    console.log(`\n## ${at + 1}. ${coverage.keyword}`)
    if (earlier !== null) print('Before', (await earlier(material, null, signal)).text)
    print('After', (await summarise(material, null, signal)).text)
  }
}

async function openVersion(folder: string): Promise<typeof summarise> {
  const file = join(resolve(folder), 'src', 'summarise', 'summarise.ts')
  return ((await import(file)) as { summarise: typeof summarise }).summarise
}

function print(label: string, text: string): void {
  console.log(`\n**${label}.** ${text}`)
}

interface Coverage {
  readonly keyword: string
  readonly language: SummaryLanguage
  readonly posts: readonly Post[]
}

// Eight subjects written post by post, and twelve of public affairs, of which each row fills in the same twelve texts.
function coverages(): Coverage[] {
  const services = SUBJECTS.map((subject, at) => ({
    keyword: subject.keyword,
    language: 'id' as const,
    posts: postsOf(subject, at),
  }))
  return [...readCoverages(readFileSync(POSTS, 'utf8')), ...services]
}

// `# keyword | language`, then a post a line: platform, author, copies, sentiment, text.
function readCoverages(text: string): Coverage[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.trim().split('\n')
      const [keyword = '', language = ''] = head.split(' | ')
      return { keyword, language: language === 'en' ? 'en' : 'id', posts: lines.map(readPost) }
    })
}

function readPost(line: string): Post {
  const [platform = '', author = '', copies = '', sentiment = '', text = ''] = line.split(' | ')
  if (!isPlatform(platform)) throw new Error(`No platform: ${line}`)
  return { platform, author, text, copies: Number(copies), sentiment: Number(sentiment) as -1 | 0 | 1 }
}

interface Post {
  readonly text: string
  readonly sentiment: -1 | 0 | 1
  readonly platform: Platform
  readonly author: string
  readonly copies: number
}

// Oldest first. The number of copies depends on the subject, so that the sizes differ.
function postsOf(subject: Subject, at: number): Post[] {
  const { keyword, place, problem, program, official, body, request, complaints, praises } = subject
  const news = (author: string, text: string, copies: number): Post => ({
    ...{ text, author, copies },
    ...{ sentiment: 0, platform: 'news' },
  })
  const post = (author: string, text: string, sentiment: -1 | 0 | 1, platform: Platform, copies = 1): Post => ({
    ...{ text, author, copies, sentiment, platform },
  })
  const town = place.toUpperCase()
  return [
    news(
      'Kabar Nusantara',
      `${town}, KABARNUSANTARA.com - Persoalan ${keyword} di ${place} kembali dibahas, terutama ${problem}.`,
      4 + (at % 5),
    ),
    post('warga_biasa', complaints[0], -1, 'twitter', 1 + (at % 3)),
    news('Harian Kota', `${official} mengatakan ${program} untuk ${keyword} dimulai bulan ini.`, 9 + (at % 7)),
    post('dewi.k', praises[0], 1, 'instagram'),
    news(
      'Harian Kota',
      `Pengamat menyebut ${problem} memperburuk ${keyword} di ${place}, demikian dikatakan dalam diskusi tersebut.`,
      2,
    ),
    post('Rizal', complaints[1], -1, 'facebook', 2),
    news('Warta Siang', `${body} meminta ${request}.`, 3 + (at % 4)),
    post('anak_kos', praises[1], 1, 'tiktok'),
    news('Kabar Nusantara', `"Kami menyiapkan ${program} supaya ${keyword} tertangani," kata ${official}.`, 5),
    post('info_kita', `${program} soal ${keyword} akhirnya jalan juga di ${place}, kita lihat hasilnya.`, 0, 'twitter'),
    news('Warta Siang', `Anggaran ${keyword} dibahas ulang karena audit independen menemukan selisih.`, 6 + (at % 3)),
    news('Harian Kota', `Hasil audit independen tentang ${keyword} diserahkan kepada pemerintah ${place}.`, 2),
  ]
}

function materialOf({ keyword, language, posts }: Coverage): Material {
  const mentions = posts.map((post, order): SummaryMention => {
    const { copies: groupSize, ...rest } = post
    const id = `m${String(order).padStart(2, '0')}`
    return { ...rest, id, storyId: id, groupSize, publishedAt: new Date(START + order * 18 * HOUR_MS), language }
  })
  const reader = openReader({ subject: keyword, keyword, exclude: '' })
  return { mentions, facts: factsOf(keyword, mentions), language, reader }
}

function factsOf(subject: string, mentions: readonly SummaryMention[]): Facts {
  const count = (passes: (mention: SummaryMention) => boolean) =>
    mentions.filter(passes).reduce((sum, { groupSize }) => sum + groupSize, 0)
  const divide = (passes: (mention: SummaryMention) => boolean) => ({
    positive: count((mention) => passes(mention) && mention.sentiment === 1),
    neutral: count((mention) => passes(mention) && mention.sentiment === 0),
    negative: count((mention) => passes(mention) && mention.sentiment === -1),
  })
  const dayOfMention = ({ publishedAt }: SummaryMention) => dayOf(publishedAt, ZONE)
  const days = [...new Set(mentions.map(dayOfMention))].map((day) => ({
    day,
    from: startOfDay(day, ZONE).toISOString(),
    to: startOfDay(nextDay(day), ZONE).toISOString(),
    ...divide((mention) => dayOfMention(mention) === day),
  }))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw new Error('A subject without mentions has no summary.')
  const [largest, second] = mentions.toSorted((a, b) => b.groupSize - a.groupSize)
  const period = { from: first.day, to: last.day, timeZone: ZONE }
  const platforms = [...new Set(mentions.map(({ platform }) => platform))]
  return {
    ...period,
    subject,
    period: { from: first.from, to: last.to, collectedUntil: last.to },
    total: count(() => true),
    sentiment: divide(() => true),
    platforms: Object.fromEntries(platforms.map((name) => [name, count(({ platform }) => platform === name)])),
    days,
    largestStory:
      largest === undefined || largest.groupSize === second?.groupSize
        ? null
        : { storyId: largest.storyId, size: largest.groupSize },
    recent: compareRecent(period, days),
    gaps: [{ source: 'youtube', first: first.day, last: first.day }],
    terms: [],
  }
}
