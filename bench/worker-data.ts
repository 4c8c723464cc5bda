import { chooseLanguage, drawWord, type Random } from './front/words.ts'
import { createRandom } from './measure.ts'

// Made-up articles and posts as they come in life, the same on every run: sentences of real words whose frequencies follow 1/k, some with a
// name, a few authors who write most, one in ten nearly the copy of an earlier one.
export interface MadePost {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly author: string
  readonly publishedAt: Date
}

const COPY_SHARE = 0.1
// Copies are of one of the last so many posts.
const COPIED_FROM = 500
const AUTHORS = 400
export const SUBJECTS = ['banjir', 'gempa', 'pemilu'] as const
const NAME_SHARE = 0.3
const NAMES = [
  'Jakarta Selatan',
  'Kota Bandung',
  'Semarang',
  'Sulawesi Tengah',
  'Polda Jawa Timur',
  'Kementerian Perhubungan',
  'PT Sumber Makmur Abadi',
  'Universitas Nusa Raya',
  'Budi Hartanto',
  'Siti Rahmawati',
  'Gubernur Andika Pratama',
  'Wayan Sudarta',
]

// Published within `days` before the end of the year, in no order.
export function makePosts(seed: number, total: number, days: number): MadePost[] {
  const random = createRandom(seed)
  const integer = (max: number) => Math.floor(random() * max)
  const posts: MadePost[] = []
  for (let at = 0; at < total; at++) {
    const copied =
      random() < COPY_SHARE ? posts[posts.length - 1 - integer(Math.min(COPIED_FROM, posts.length))] : undefined
    // Most posts are about the first subject.
    const subject = SUBJECTS[integer(integer(SUBJECTS.length) + 1)] as string
    const { title, body } =
      copied === undefined ? makeText(subject, random) : { ...copied, body: vary(copied.body, random) }
    posts.push({
      id: `${seed}-${at}`,
      title,
      body,
      author: `penulis${Math.floor(AUTHORS ** random())}`,
      publishedAt: new Date(Date.UTC(2026, 0, 1) - integer(days * 86_400) * 1000),
    })
  }
  return posts
}

function makeText(subject: string, random: Random): Pick<MadePost, 'title' | 'body'> {
  const language = chooseLanguage(random)
  const words = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, () => drawWord(language, random))
  const sentence = (first: readonly string[]) => {
    const text = first.concat(random() < NAME_SHARE ? (NAMES[Math.floor(random() * NAMES.length)] ?? '') : []).join(' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const body = Array.from({ length: 2 + Math.floor(random() * 3) }, () => `${sentence(words(7, 14))}.`)
  return { title: sentence([subject, ...words(4, 10)]), body: body.join(' ') }
}

// With another word somewhere.
function vary(body: string, random: Random): string {
  const words = body.split(' ')
  words[Math.floor(random() * words.length)] = drawWord(chooseLanguage(random), random)
  return words.join(' ')
}

// An RSS document as outlets write them.
export function toFeed(posts: readonly MadePost[]): string {
  const items = posts.map(
    ({ id, title, body, author, publishedAt }) => `<item><title>${escapeXml(title)}</title>
      <link>https://www.example.org/berita/${id}</link><guid isPermaLink="false">berita-${id}</guid>
      <dc:creator><![CDATA[${author}]]></dc:creator><pubDate>${publishedAt.toUTCString()}</pubDate>
      <description><![CDATA[<p>${escapeXml(body)}</p>]]></description></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
    <title>Contoh</title><link>https://www.example.org/</link><language>id</language>
    <atom:link href="https://www.example.org/feed" rel="self" type="application/rss+xml"/>
    ${items.join('\n')}</channel></rss>`
}

const PLATFORMS = ['twitter', 'twitter', 'twitter', 'facebook', 'instagram', 'news'] as const

export function toCsv(posts: readonly MadePost[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = posts.map(({ id, title, body, author, publishedAt }, at) =>
    [PLATFORMS[at % PLATFORMS.length], id, `${title} ${body}`, `https://www.example.org/${id}`, author, author]
      .map((text) => cell(text as string))
      .concat(publishedAt.toISOString(), String(at % 97), String(at % 13))
      .join(','),
  )
  return ['platform,platform_id,text,url,author_id,author_name,published_at,likes,comments', ...rows].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
