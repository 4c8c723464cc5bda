import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseRssFeed, type RssFeed } from 'feedsmith'
import { readPlainRss } from './plain-rss.ts'

const OPTIONS = { maxItems: 1_000, parseDateFn: (raw: string) => raw }

// Null where the library is left to read the document.
function plainItems(xml: string): RssFeed.Item<string>[] | null {
  return readPlainRss(xml, OPTIONS)?.items ?? null
}

function libraryItems(xml: string): RssFeed.Item<string>[] {
  return parseRssFeed(xml, OPTIONS).items ?? []
}

const UNREAD = ['categories', 'comments', 'enclosures', 'media', 'wfw']

function readFields(item: RssFeed.Item<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !UNREAD.includes(name)))
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:atom="http://www.w3.org/2005/Atom" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
<channel><title>Contoh &amp; lain</title><link>https://example.org/</link><language>id</language>
<atom:link href="https://example.org/feed" rel="self"/>`
const TAIL = '</channel></rss>'

test('an item of an ordinary feed is read as the library reads it', () => {
  const xml = `${HEAD}
    <item><title>Harga &#8220;beras&#8221; &amp; cabai</title><link>https://example.org/1</link>\r
      <guid isPermaLink="false"> 17 </guid><pubDate>Wed, 18 Nov 2026 10:00:00 +0700</pubDate>
      <dc:creator><![CDATA[Siti & Budi]]></dc:creator><category domain="x"><![CDATA[Ekonomi]]></category>
      <description><![CDATA[<p>Naik &nbsp; lagi</p>]]></description><content:encoded><![CDATA[<b>x</b>]]></content:encoded>
      <enclosure url="https://example.org/1.jpg" length="1" type="image/jpeg"/><slash:comments>4</slash:comments></item>
    <item><title></title><title>dua</title><link>https://example.org/2</link></item>
  ${TAIL}`
  const items = plainItems(xml)
  assert.equal(items?.length, 2)
  assert.equal(items[0]?.title, 'Harga “beras” & cabai')
  assert.deepEqual(items, libraryItems(xml).map(readFields))
})

const text = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      ...['banjir', ' di ', 'Rp 5.000', '“kata”', '\n', '\r\n', '  ', '>', "d'Artagnan", '😀', '\u00a0'],
      ...['&amp;', '&lt;', '&#8217;', '&#39;', '&nbsp;', '&amp;amp;'],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(']]>', '&', '&copy', '&#150;', 'AT&T;') },
)
const written = fc.array(text, { maxLength: 6 }).map((parts) => parts.join(''))
const content = fc.oneof(
  { weight: 6, arbitrary: written },
  { weight: 4, arbitrary: written.map((inside) => `<![CDATA[${inside.replaceAll(']]>', '')}]]>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<p>a</p>',
      '<![CDATA[a]]><![CDATA[b]]>',
      'a<![CDATA[b]]>',
      '<!-- c -->d',
      ' <![CDATA[ e ]]> ',
    ),
  },
)
const names = 'title link description guid pubDate dc:creator content:encoded category comments'.split(' ')
const element = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(fc.constantFrom(...names), content).map(([name, inside]) => `<${name}>${inside}</${name}>`),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '<guid isPermaLink="false">7</guid>',
      "<guid isPermaLink='true'>https://example.org/7</guid>",
      '<guid isPermaLink="FALSE">8</guid>',
      '<enclosure url="https://example.org/a.jpg" length="5" type="image/jpeg"/>',
      '<slash:comments>12</slash:comments>',
      '<author>Siti Aminah</author>',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<slash:comments>tiga</slash:comments>',
      '<TITLE>besar</TITLE>',
      '<title type="html">a</title>',
      '<link/>',
      '<author>siti@example.org (Siti)</author>',
      '<source url="https://example.net/">Lain</source>',
      '<dc:date>2026-01-01</dc:date>',
      '<media:content url="https://example.org/a.jpg"><media:title>foto</media:title></media:content>',
      '<atom:link href="https://example.org/x"/>',
      'lepas',
    ),
  },
)
const item = fc.array(element, { maxLength: 7 }).map((elements) => `<item>${elements.join('\n')}</item>`)
// Ordinary documents are frequent, so that enough of them are read here in every run.
const head = fc.oneof(
  { weight: 12, arbitrary: fc.constant(HEAD) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '<rss version="2.0"><channel><title>t</title>',
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/terms/"><channel>',
      '<rss version="2.0" xmlns:d="http://purl.org/dc/elements/1.1/"><channel>',
      '<rss version="2.0" xmlns="http://www.w3.org/2005/Atom"><channel>',
      '<rss version="2.0"><channel><image><title>i</title>',
      '<rss version="2.0">',
    ),
  },
)
const tail = fc.oneof(
  { weight: 6, arbitrary: fc.constant(TAIL) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '<title>akhir</title></channel></rss>',
      '</channel><item><title>x</title></item></rss>',
      '',
    ),
  },
)

test('items of any feed are read as the library reads them, or left to it', () => {
  let read = 0
  fc.assert(
    fc.property(head, fc.array(item, { maxLength: 4 }), tail, (before, items, after) => {
      const xml = `${before}${items.join('\n')}${after}`
      const plain = plainItems(xml)
      if (plain === null) return
      read++
      assert.deepEqual(plain, libraryItems(xml).map(readFields), xml)
    }),
    { numRuns: 3_000 },
  )
  assert.ok(read > 100, `Only ${read} feeds were plain.`)
})

test('a recorded feed with elements that are not plain is left to the library', () => {
  const xml = readFileSync(new URL('replies/rss.xml', import.meta.url), 'utf8')
  const plain = plainItems(xml)
  if (plain !== null) assert.deepEqual(plain, libraryItems(xml).map(readFields))
})
