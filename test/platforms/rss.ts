import { escapeXml } from './news-formats.ts'

// A feed that is written by hand, entry by entry.
export interface RssItem {
  readonly title: string
  readonly link?: string
  readonly id?: string
  readonly body?: string
  // `dc:creator`
  readonly creator?: string
  readonly publishedAt?: Date
}

export function rssOf(items: readonly RssItem[], title = 'Kabar Contoh'): string {
  const entries = items.map(({ title, link, id, body = '', creator, publishedAt = new Date(Date.now() - 3_600_000) }) =>
    [
      `<item><title>${escapeXml(title)}</title><description>${escapeXml(body)}</description>`,
      link === undefined ? '' : `<link>${escapeXml(link)}</link>`,
      id === undefined ? '' : `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
      creator === undefined ? '' : `<dc:creator>${escapeXml(creator)}</dc:creator>`,
      `<pubDate>${publishedAt.toUTCString()}</pubDate></item>`,
    ].join(''),
  )
  return `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${escapeXml(title)}</title><link>https://www.kabarcontoh.co.id/</link>${entries.join('')}</channel></rss>`
}

// A response of the test outlet (`disturb`).
export function rssReply(items: readonly RssItem[]) {
  return { status: 200, headers: { 'content-type': 'application/rss+xml' }, body: rssOf(items) }
}
