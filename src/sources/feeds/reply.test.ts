import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { PLATFORM_ID_MAX, POST_TEXT_MAX, type Post } from '../../domain/post.ts'
import { SourceError } from '../source.ts'
import { type FeedContent, type FeedDocument, readFeed } from './reply.ts'

const NOW = new Date('2026-11-14T12:00:00Z')

function recorded(name: string): Uint8Array {
  return readFileSync(new URL(`./replies/${name}`, import.meta.url))
}

function read(bytes: Uint8Array | string, more: Partial<FeedDocument> = {}) {
  const content = readFeed({
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    contentType: null,
    url: new URL('https://www.kabarcontoh.co.id/rss'),
    label: null,
    now: NOW,
    ...more,
  })
  assert.equal(content.kind, 'feed')
  return content as Extract<FeedContent, { kind: 'feed' }>
}

function posts(bytes: Uint8Array | string, more: Partial<FeedDocument> = {}): Post[] {
  return read(bytes, more).entries.map(({ post }) => post)
}

function rss(items: string, head = ''): string {
  return `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>Contoh</title><link>https://contoh.id/</link>${items}</channel></rss>`
}

function failure(bytes: string, more: Partial<FeedDocument> = {}): SourceError {
  try {
    read(bytes, more)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
  return assert.fail('no error was thrown')
}

test('RSS 2.0 is read field by field', () => {
  const content = read(recorded('rss.xml'))
  assert.equal(content.title, 'Kabar Contoh & Warta')
  assert.deepEqual([content.entries.length, content.undated, content.empty, content.damaged], [5, 1, 1, false])
  const [flood, price, media, dangerous, future] = content.entries.map(({ post }) => post)
  assert.deepEqual(flood, {
    platform: 'news',
    platformId: 'kabarcontoh.co.id:1001',
    kind: 'article',
    text: 'Banjir rendam tiga desa di Garut, warga "mengungsi"\n\nHujan deras sejak malam membuat Sungai Cimanuk meluap & merendam tiga desa.\n\nPetugas BPBD sudah di lokasi.',
    url: 'https://www.kabarcontoh.co.id/berita/1001/banjir-garut',
    publishedAt: new Date('2026-11-14T03:00:00Z'),
    author: { id: 'kabarcontoh.co.id', username: 'kabarcontoh.co.id', displayName: 'Kabar Contoh & Warta' },
    byline: 'Dewi Lestari',
    language: 'id-ID',
    engagement: { likes: 0, comments: 12, shares: 0, views: 0 },
  })
  assert.equal(price?.text, 'Harga <Rp 5.000, pembeli antre\n\nPasar Baru ramai sejak pagi.')
  assert.equal(price?.url, 'https://www.kabarcontoh.co.id/berita/1002/harga')
  assert.equal(price?.platformId, 'https://www.kabarcontoh.co.id/berita/1002/harga')
  assert.equal(media?.text, 'Judul dari media')
  assert.equal(media?.url, 'https://www.kabarcontoh.co.id/berita/1003')
  assert.equal(media?.publishedAt.toISOString(), '2026-11-14T05:00:00.000Z')
  // Without a valid link the outlet's home page is used, and without a date the time of reading.
  assert.equal(dangerous?.url, 'https://www.kabarcontoh.co.id/')
  assert.equal(dangerous?.publishedAt, NOW)
  assert.equal(future?.publishedAt, NOW)
  assert.deepEqual(future?.author, { id: 'contohmedia.id', username: 'contohmedia.id', displayName: 'Mitra Contoh' })
})

test('Atom is read with xml:base, content types and languages', () => {
  const [quake, train] = posts(recorded('atom.xml'), { url: new URL('https://lain.example.com/atom') })
  assert.equal(quake?.platformId, 'tag:warta.contoh.or.id,2026:gempa-1')
  assert.equal(quake?.url, 'https://warta.contoh.or.id/2026/11/gempa-1.html')
  assert.equal(
    quake?.text,
    'Gempa 5,1 guncang Sukabumi & Cianjur\n\nGetaran terasa beberapa detik.\n\nTidak berpotensi tsunami.',
  )
  assert.equal(quake?.publishedAt.toISOString(), '2026-11-14T04:10:00.000Z')
  assert.equal(quake?.language, 'id')
  assert.equal(quake?.author.displayName, 'Warta Contoh')
  assert.equal(train?.url, 'https://warta.contoh.or.id/kereta')
  assert.equal(train?.text, 'Uji coba kereta cepat\n\nPenumpang & kru')
  assert.equal(train?.publishedAt.toISOString(), '2026-11-12T18:00:00.000Z')
})

test('RDF is read', () => {
  const [post] = posts(recorded('rdf.xml'))
  assert.equal(post?.platformId, 'https://arsip.contoh.id/a/1')
  assert.equal(post?.url, 'https://arsip.contoh.id/a/1?src=rdf')
  assert.equal(post?.text, 'Wargi Garut ngungsi\n\nCaah ti peuting.')
  assert.equal(post?.publishedAt.toISOString(), '2026-11-14T03:00:00.000Z')
  assert.equal(post?.language, 'su')
})

test('JSON Feed is read, and long numeric ids keep all their digits', () => {
  const [first, second] = posts(recorded('feed.json'))
  assert.equal(first?.platformId, 'contoh.net:7028743950684949650')
  assert.equal(first?.text, 'Pemilu daerah ditunda\n\nKeputusan diumumkan siang ini.')
  assert.equal(first?.publishedAt.toISOString(), '2026-11-14T06:00:00.000Z')
  assert.equal(second?.url, 'https://luar.contoh.net/2')
  assert.equal(second?.text, 'Tanpa judul, hanya isi.')
  assert.equal(second?.language, 'en')
})

test('a news sitemap is read, compressed or not, and pages without a title are skipped', () => {
  const plain = read(recorded('news-sitemap.xml'))
  assert.equal(plain.empty, 1)
  const [road, money] = plain.entries.map(({ post }) => post)
  assert.equal(road?.url, 'https://peta.contoh.com/berita/1?a=1&b=2')
  assert.equal(road?.text, 'Tol baru & jembatan diresmikan')
  assert.equal(road?.author.displayName, 'Peta Contoh')
  assert.equal(road?.publishedAt.toISOString(), '2026-11-14T02:00:00.000Z')
  assert.equal(money?.text, 'Rupiah menguat & IHSG naik')
  assert.equal(money?.url, 'https://peta.contoh.com/berita/2')
  assert.equal(money?.publishedAt.toISOString(), '2026-11-13T17:00:00.000Z')
  assert.deepEqual(posts(gzipSync(recorded('news-sitemap.xml'))), [road, money])
})

test('a sitemap index returns its sitemaps, newest first', () => {
  const document = {
    bytes: recorded('sitemap-index.xml'),
    contentType: null,
    url: new URL('https://x.id/'),
    label: null,
  }
  assert.deepEqual(readFeed({ ...document, now: NOW }), {
    kind: 'index',
    children: ['https://peta.contoh.com/baru.xml.gz', 'https://peta.contoh.com/lama.xml'],
  })
})

test("a YouTube channel's feed returns videos, and the same document at another address returns articles", () => {
  const url = new URL('https://www.youtube.com/feeds/videos.xml?channel_id=UCcontoh0000000000000001')
  const [video] = posts(recorded('youtube.xml'), { url })
  assert.deepEqual(video, {
    platform: 'youtube',
    platformId: 'aB3_-xYz012',
    kind: 'video',
    text: 'Liputan banjir Garut\n\nLaporan langsung dari lokasi.\n#banjir #garut',
    url: 'https://www.youtube.com/watch?v=aB3_-xYz012',
    publishedAt: new Date('2026-11-14T02:00:00Z'),
    author: { id: 'UCcontoh0000000000000001', username: 'UCcontoh0000000000000001', displayName: 'Kanal Contoh' },
    language: undefined,
    engagement: { likes: 321, comments: 0, shares: 0, views: 4567 },
  })
  assert.equal(posts(recorded('youtube.xml'))[0]?.platform, 'news')
})

test("the operator's name for an outlet takes precedence over the feed's own", () => {
  const [post] = posts(rss('<item><title>a</title><link>https://contoh.id/1</link></item>'), { label: 'Contoh Kita' })
  assert.equal(post?.author.displayName, 'Contoh Kita')
})

test('the character set is detected even if the declarations are wrong', () => {
  const text = rss('<item><title>Kopi café “enak”</title><link>https://contoh.id/1</link></item>')
  const latin = Buffer.from(text.replace(/[“”]/g, ''), 'latin1')
  const declared = Buffer.from(text.replace('?>', ' encoding="iso-8859-1"?>'))
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const cases: [Uint8Array, string | null, string][] = [
    [Buffer.from(text), null, 'Kopi café “enak”'],
    [Buffer.from(text), 'text/xml; charset=iso-8859-1', 'Kopi café “enak”'],
    [declared, null, 'Kopi café “enak”'],
    [latin, 'text/xml; charset=utf-8', 'Kopi café enak'],
    [latin, 'text/xml; charset=iso-8859-1', 'Kopi café enak'],
    [latin, 'text/xml; charset=tidak-ada', 'Kopi café enak'],
    [utf16, 'text/xml; charset=utf-8', 'Kopi café “enak”'],
    [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]), null, 'Kopi café “enak”'],
  ]
  for (const [bytes, contentType, expected] of cases)
    assert.equal(posts(bytes, { contentType })[0]?.text, expected, String(contentType))
})

test('output printed before the document is ignored', () => {
  const item = '<item><title>a</title><link>https://contoh.id/1</link></item>'
  for (const before of [
    '\n\n  ',
    '<!-- dibuat 14/11 -->',
    'Warning: something in /var/www on line 3\n',
    '<b>Notice</b>: x',
  ])
    assert.equal(posts(before + rss(item)).length, 1, before)
})

test('a feed that is cut off anywhere returns its complete entries, with their dates', () => {
  const whole = rss(
    [1, 2, 3]
      .map(
        (n) =>
          `<item><title>Berita ${n}</title><link>https://contoh.id/${n}</link><pubDate>Sabtu, 14 November 2026 10:0${n} WIB</pubDate></item>`,
      )
      .join(''),
  )
  const third = whole.indexOf('Berita 3')
  for (let end = third; end < whole.length - 25; end += 7) {
    const content = read(whole.slice(0, end))
    assert.ok(content.damaged)
    assert.ok(content.entries.length >= 2, String(end))
    assert.equal(content.undated, 0)
  }
})

test('broken markup in the middle of a feed does not lose the rest', () => {
  const content = read(
    rss('<item><title>x</titel></item><item><title>y & z</title><link>https://contoh.id/2</link></item>'),
  )
  assert.ok(content.entries.some(({ post }) => post.text === 'y & z'))
  assert.ok(content.damaged)
})

test('a web page is detected, and the error names the feed that it links to', () => {
  const page =
    '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/rss.xml"></head></html>'
  const error = failure(page)
  assert.equal(error.code, 'unreadable')
  assert.match(error.message, /returns a web page, not a feed/)
  assert.match(error.message, /https:\/\/www\.kabarcontoh\.co\.id\/rss\.xml/)
  assert.match(
    failure('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>').message,
    /web page/,
  )
})

test('a document that is not a feed is unreadable, never empty', () => {
  for (const text of [
    '',
    'halo',
    '{"a":1}',
    '{',
    '[]',
    'null',
    '<svg/>',
    '<?xml version="1.0"?>',
    '<rss',
    '\u001f\u008b',
    '%PDF-1.7',
  ])
    assert.equal(failure(text).code, 'unreadable', text)
})

test('a feed without entries is empty, not unreadable', () => {
  assert.deepEqual(read(rss('')).entries, [])
})

test('entries are limited to a thousand, and texts, ids and links to their maximum lengths', () => {
  const many = Array.from({ length: 1_500 }, (_, n) => `<item><title>n ${n}</title><guid>g${n}</guid></item>`).join('')
  assert.equal(read(rss(many)).entries.length, 1_000)
  const long = `<item><title>a</title><guid isPermaLink="false">${'i'.repeat(2_000)}</guid><link>https://contoh.id/${'l'.repeat(5_000)}</link><description>${'kata '.repeat(20_000)}</description></item>`
  const [post] = posts(rss(long))
  assert.ok(Number(post?.text.length) <= POST_TEXT_MAX)
  assert.ok(Number(post?.platformId.length) <= PLATFORM_ID_MAX)
  assert.match(post?.platformId ?? '', /^sha256:[0-9a-f]{64}$/)
  assert.equal(post?.url, 'https://contoh.id/')
})

test('entities are never expanded beyond the length of a text', () => {
  const levels = Array.from({ length: 15 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
  const head = `<!DOCTYPE rss [<!ENTITY e0 "aduh"><!ENTITY luar SYSTEM "file:///etc/passwd">${levels}]>`
  const text = rss('<item><title>Isi &e15; &luar;</title><link>https://contoh.id/1</link></item>', head)
  try {
    for (const post of posts(text)) {
      assert.ok(post.text.length < 1_000)
      assert.doesNotMatch(post.text, /root:/)
    }
  } catch (error) {
    assert.ok(error instanceof SourceError, String(error))
  }
})

test('hostile documents of one megabyte are read or refused in linear time', () => {
  const size = 1_000_000
  const documents = [
    rss('<a>'.repeat(size / 3)),
    rss(`<item>${'<b>'.repeat(size / 6)}${'</b>'.repeat(size / 6)}</item>`),
    rss(`<item><title>${' '.repeat(size)}x</title></item>`),
    rss(`<item><title>a</title><description>${' '.repeat(size)}x</description></item>`),
    rss(`<item><title>a</title><description>${'\n \t'.repeat(size / 3)}x</description></item>`),
    rss(`<item><title>a</title><description>${'&lt;div&gt;'.repeat(size / 11)}x</description></item>`),
    rss(`<item><title>a</title><description>&lt;pre&gt;${' '.repeat(size)}x</description></item>`),
    rss(`<item><title>${'&amp;'.repeat(size / 5)}</title></item>`),
    `<urlset>${'<url><loc>'.repeat(size / 10)}`,
    `<urlset>${'<url>'.repeat(size / 5)}</url></urlset>`,
    `<urlset><url><loc><![CDATA[${'<![CDATA['.repeat(size / 9)}</url></urlset>`,
    `<sitemapindex>${'<sitemap><loc>x</loc></sitemap>'.repeat(size / 31)}</sitemapindex>`,
    `<html>${'<link '.repeat(size / 6)}`,
    `<!--${'<!--'.repeat(size / 4)}`,
    `{"items":${'['.repeat(size)}`,
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1',
      items: [{ id: '1', content_text: `${' '.repeat(size)}x` }],
    }),
    JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: [{ id: '1', title: `${' '.repeat(size)}x` }] }),
    '<'.repeat(size),
  ]
  const startedAt = performance.now()
  for (const document of documents) {
    try {
      readFeed({
        bytes: Buffer.from(document),
        contentType: null,
        url: new URL('https://x.id/'),
        label: null,
        now: NOW,
      })
    } catch (error) {
      assert.ok(error instanceof SourceError, String(error))
    }
  }
  // Quadratic work on a million characters would take many minutes.
  assert.ok(performance.now() - startedAt < 60_000)
})
