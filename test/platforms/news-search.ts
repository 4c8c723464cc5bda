import type { ServerResponse } from 'node:http'
import { escapeXml, type NewsArticle } from './news-formats.ts'

const GOOGLE_MAX = 100
const GDELT_MAX = 250

// The search of Google News: RSS with opaque links and the outlet appended to the title.
export function serveGoogleNews(url: URL, articles: readonly NewsArticle[], response: ServerResponse): void {
  const query = url.searchParams.get('q') ?? ''
  const after = /after:(\d{4}-\d{2}-\d{2})/.exec(query)?.[1]
  const found = search(query, articles)
    .filter(({ publishedAt }) => after === undefined || publishedAt >= new Date(`${after}T00:00:00Z`))
    .slice(0, GOOGLE_MAX)
  const items = found.map((article) => {
    const outlet = article.outlet ?? 'Kabar Contoh'
    const link = `https://news.google.com/rss/articles/CBMi${article.id}?oc=5`
    return `<item><title>${escapeXml(`${article.title} - ${outlet}`)}</title><link>${link}</link><guid isPermaLink="false">CBMi${article.id}</guid><pubDate>${article.publishedAt.toUTCString()}</pubDate><description>${escapeXml(`<a href="${link}">${article.title}</a>&nbsp;&nbsp;<font color="#6f6f6f">${outlet}</font>`)}</description><source url="https://news.kabarcontoh.co.id">${escapeXml(outlet)}</source></item>`
  })
  response
    .writeHead(200, { 'content-type': 'application/xml; charset=utf-8' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escapeXml(query)} - Google Berita</title><language>id</language>${items.join('')}</channel></rss>`,
    )
}

// GDELT's document search, which returns errors as text with status 200.
export function serveGdelt(url: URL, articles: readonly NewsArticle[], response: ServerResponse): void {
  const query = url.searchParams.get('query') ?? ''
  const max = Number(url.searchParams.get('maxrecords') ?? 75)
  const complaint = complaintAbout(query, max)
  if (complaint !== null) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`${complaint}\n`)
    return
  }
  const from = stampOf(url.searchParams.get('startdatetime'))
  const to = stampOf(url.searchParams.get('enddatetime'))
  const found = search(query, articles)
    .filter(({ publishedAt }) => publishedAt >= from && publishedAt <= to)
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, max)
    .map((article) => ({
      url: `https://www.kabarcontoh.co.id/berita/${article.id}`,
      url_mobile: '',
      title: article.title.replace(/([,.!?])/g, ' $1'),
      seendate: `${article.publishedAt.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`,
      domain: 'kabarcontoh.co.id',
      language: 'Indonesian',
      sourcecountry: 'Indonesia',
    }))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(found.length === 0 ? {} : { articles: found }))
}

function complaintAbout(query: string, max: number): string | null {
  const words = query.replace(/\([^()]*\)/g, '')
  if (/\bOR\b/.test(words)) return "Queries containing OR'd terms must be surrounded by ()."
  if (max > GDELT_MAX) return 'The maximum number of records is 250.'
  return /(^| )\w{1,2}( |$)/.test(words) ? 'The specified phrase is too short.' : null
}

function stampOf(text: string | null): Date {
  const iso = (text ?? '').replace(/^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/, '$1-$2-$3T$4:$5:$6Z')
  return new Date(iso)
}

// Deliberately loose, like the real ones: any wanted word is enough, and articles with unwanted words are left out.
function search(query: string, articles: readonly NewsArticle[]): NewsArticle[] {
  const terms = query
    .replace(/\b(after|before|sourcelang|sourcecountry):\S+/g, '')
    .replace(/\bOR\b|[()]/g, ' ')
    .match(/-?"[^"]+"|\S+/g)
  const wanted = (terms ?? []).filter((term) => !term.startsWith('-')).map(bare)
  const unwanted = (terms ?? []).filter((term) => term.startsWith('-')).map((term) => bare(term.slice(1)))
  return articles.filter(({ title, body }) => {
    const text = `${title} ${body}`.toLowerCase()
    return wanted.some((term) => text.includes(term)) && !unwanted.some((term) => text.includes(term))
  })
}

function bare(term: string): string {
  return term.replaceAll('"', '').toLowerCase()
}
