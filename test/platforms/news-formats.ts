// One article in every format that outlets use. The content of tests and of the demonstration is made up.
export interface NewsArticle {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly publishedAt: Date
  readonly outlet?: string
}

const OUTLET = 'Kabar Contoh'

export function renderFeed(
  format: string,
  articles: readonly NewsArticle[],
  base: URL,
): { body: string; contentType: string } | null {
  const link = (article: NewsArticle) => new URL(`/berita/${article.id}`, base).href
  switch (format) {
    case 'rss':
      return { body: rss(articles, link), contentType: 'application/rss+xml; charset=utf-8' }
    case 'atom':
      return { body: atom(articles, link), contentType: 'application/atom+xml' }
    case 'rdf':
      return { body: rdf(articles, link), contentType: 'text/xml' }
    case 'json':
      return { body: jsonFeed(articles, link), contentType: 'application/feed+json' }
    case 'sitemap':
      return { body: sitemap(articles, link), contentType: 'application/xml' }
    case 'packedSitemap':
      return { body: sitemap(articles, link), contentType: 'application/x-gzip' }
    case 'sitemapIndex':
      return { body: sitemapIndex(base), contentType: 'application/xml' }
    case 'youtube':
      return { body: youtube(articles), contentType: 'text/xml; charset=UTF-8' }
    default:
      return null
  }
}

export function renderArticle(article: NewsArticle): string {
  const paragraphs = article.body.split('\n').map((line) => `<p>${escapeXml(line)}</p>`)
  return `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>${escapeXml(article.title)} - ${OUTLET}</title>
<meta property="article:published_time" content="${article.publishedAt.toISOString()}"></head>
<body><nav><a href="/">Beranda</a></nav><article><h1>${escapeXml(article.title)}</h1>${paragraphs.join('')}</article><footer>Konten contoh</footer></body></html>`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

type Link = (article: NewsArticle) => string

function rss(articles: readonly NewsArticle[], link: Link): string {
  const items = articles.map(
    (article) =>
      `<item><title>${escapeXml(article.title)}</title><link>${link(article)}</link><guid isPermaLink="true">${link(article)}</guid><pubDate>${wib(article.publishedAt)}</pubDate><description>${escapeXml(`<p>${escapeXml(article.body)}</p>`)}</description></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${OUTLET}</title><link>https://www.kabarcontoh.co.id/</link><description>Konten contoh</description><language>id</language>${items.join('')}</channel></rss>`
}

function atom(articles: readonly NewsArticle[], link: Link): string {
  const entries = articles.map(
    (article) =>
      `<entry><id>${link(article)}</id><title>${escapeXml(article.title)}</title><link href="${link(article)}"/><published>${article.publishedAt.toISOString()}</published><updated>${article.publishedAt.toISOString()}</updated><summary>${escapeXml(article.body)}</summary></entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="id"><title>${OUTLET}</title><id>urn:contoh</id><updated>2026-11-14T00:00:00Z</updated>${entries.join('')}</feed>`
}

function rdf(articles: readonly NewsArticle[], link: Link): string {
  const items = articles.map(
    (article) =>
      `<item rdf:about="${link(article)}"><title>${escapeXml(article.title)}</title><link>${link(article)}</link><description>${escapeXml(article.body)}</description><dc:date>${article.publishedAt.toISOString()}</dc:date></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="urn:contoh"><title>${OUTLET}</title><link>https://www.kabarcontoh.co.id/</link></channel>${items.join('')}</rdf:RDF>`
}

function jsonFeed(articles: readonly NewsArticle[], link: Link): string {
  const items = articles.map((article) => ({
    id: link(article),
    url: link(article),
    title: article.title,
    content_text: article.body,
    date_published: article.publishedAt.toISOString(),
  }))
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: OUTLET, language: 'id', items })
}

function sitemap(articles: readonly NewsArticle[], link: Link): string {
  const urls = articles.map(
    (article) =>
      `<url><loc>${link(article)}</loc><news:news><news:publication><news:name>${OUTLET}</news:name><news:language>id</news:language></news:publication><news:publication_date>${article.publishedAt.toISOString()}</news:publication_date><news:title>${escapeXml(article.title)}</news:title></news:news></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">${urls.join('')}</urlset>`
}

function sitemapIndex(base: URL): string {
  const locs = ['/news-sitemap.xml.gz', '/tidak-ada.xml'].map(
    (path) => `<sitemap><loc>${new URL(path, base).href}</loc><lastmod>2026-11-14</lastmod></sitemap>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.join('')}</sitemapindex>`
}

function youtube(articles: readonly NewsArticle[]): string {
  const entries = articles.map(
    (article) =>
      `<entry><id>yt:video:${article.id}</id><yt:videoId>${article.id}</yt:videoId><yt:channelId>UCcontoh</yt:channelId><title>${escapeXml(article.title)}</title><link rel="alternate" href="https://www.youtube.com/watch?v=${article.id}"/><author><name>${OUTLET}</name></author><published>${article.publishedAt.toISOString()}</published><media:group><media:title>${escapeXml(article.title)}</media:title><media:description>${escapeXml(article.body)}</media:description><media:community><media:statistics views="100"/></media:community></media:group></entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom"><title>${OUTLET}</title><yt:channelId>UCcontoh</yt:channelId>${entries.join('')}</feed>`
}

const DAYS = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu']
const MONTHS = 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember'.split(' ')

// As Indonesian outlets write it, which JavaScript does not parse: Sabtu, 14 November 2026 10:00:00 WIB.
function wib(instant: Date): string {
  const local = new Date(instant.getTime() + 7 * 3_600_000)
  const time = local.toISOString().slice(11, 19)
  return `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()} ${time} WIB`
}
