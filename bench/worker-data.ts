import { createData } from './match-data.ts'
import { createRandom } from './measure.ts'

// Made-up posts as they come in life, the same on every run: 20 to 60 words whose frequencies follow 1/k, a few authors who write most,
// one post in ten nearly the copy of an earlier one.
export interface MadePost {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly author: string
  readonly publishedAt: Date
}

const TEXTS = 3_000
const PIECE = 4
let words: string[] | undefined
const COPY_SHARE = 0.1
// Copies are of one of the last so many posts.
const COPIED_FROM = 500
const AUTHORS = 400
export const SUBJECTS = ['banjir', 'gempa', 'pemilu'] as const

// Published within `days` before the end of the year, in no order.
export function makePosts(seed: number, total: number, days: number): MadePost[] {
  words ??= createData({ projects: 0, posts: TEXTS }).posts.flatMap((text) => text.split(' '))
  const known = words
  const random = createRandom(seed)
  const integer = (max: number) => Math.floor(random() * max)
  // In pieces from different places: longer ones would make texts near-duplicates of each other by chance.
  const piece = (length: number) => {
    const start = integer(known.length - length)
    return known.slice(start, start + length)
  }
  const draw = (length: number) =>
    Array.from({ length: Math.ceil(length / PIECE) }, (_, at) => piece(Math.min(PIECE, length - at * PIECE))).flat()
  const posts: MadePost[] = []
  for (let at = 0; at < total; at++) {
    const copied =
      random() < COPY_SHARE ? posts[posts.length - 1 - integer(Math.min(COPIED_FROM, posts.length))] : undefined
    // Most posts are about the first subject.
    const subject = SUBJECTS[integer(integer(SUBJECTS.length) + 1)] as string
    const title = copied?.title ?? [subject, ...draw(4 + integer(6))].join(' ')
    const body = copied === undefined ? draw(16 + integer(35)) : copied.body.split(' ')
    if (copied !== undefined) body[integer(body.length)] = draw(1)[0] as string
    posts.push({
      id: `${seed}-${at}`,
      title,
      body: body.join(' '),
      author: `penulis${Math.floor(AUTHORS ** random())}`,
      publishedAt: new Date(Date.UTC(2026, 0, 1) - integer(days * 86_400) * 1000),
    })
  }
  return posts
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
