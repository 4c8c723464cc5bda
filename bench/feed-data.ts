import { createData } from './match-data.ts'
import { createRandom } from './measure.ts'

let texts: string[] = []
const TEXTS = 4_000

// An RSS document of made-up articles about `banjir`, the same on every run; one in ten nearly repeats another.
export function makeFeed(number: number, entries: number): Uint8Array {
  if (texts.length === 0) texts = createData({ projects: 0, posts: TEXTS }).posts.map(escapeXml)
  const random = createRandom(number + 1)
  const draw = () => texts[Math.floor(random() * texts.length)] ?? ''
  const items: string[] = []
  for (let at = 0; at < entries; at++) {
    const id = `${number}-${at}`
    const copy = random() < 0.1
    const body = copy ? `${texts[at % 50]}` : `${draw()} ${draw()}`
    const published = new Date(Date.UTC(2026, 0, 1) + number * 3_600_000 + at * 7_000).toUTCString()
    items.push(`<item><title>Banjir ${escapeXml(draw().slice(0, 60))}</title><link>https://example.org/berita/${id}</link>
      <guid isPermaLink="false">berita-${id}</guid><pubDate>${published}</pubDate>
      <description>&lt;p&gt;${body}&lt;/p&gt;</description></item>`)
  }
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0"><channel><title>Contoh</title><link>https://example.org/</link><language>id</language>
    ${items.join('\n')}</channel></rss>`)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
