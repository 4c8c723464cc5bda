import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLink } from './canonical-link.ts'

const ARTICLE = 'contoh.co.id/news/banjir-di-kota-123'

for (const link of [
  'https://contoh.co.id/news/banjir-di-kota-123',
  'http://www.contoh.co.id/news/banjir-di-kota-123/',
  'https://WWW.Contoh.co.id:443/news/banjir-di-kota-123',
  'https://contoh.co.id./news/banjir-di-kota-123',
  'https://user:secret@contoh.co.id/news/banjir-di-kota-123',
  'https://contoh.co.id/news/banjir-di-kota-123#komentar',
  'https://contoh.co.id/news/banjir-di-kota-123?',
  'https://contoh.co.id/news/banjir-di-kota-123?utm_source=rss&UTM_Medium=feed&fbclid=x',
  'https://contoh.co.id/news/banjir-di-kota-123/amp',
  'https://contoh.co.id/news/banjir-di-kota-123/amp/?utm_source=rss',
  'https://contoh.co.id/news/banjir-di-kota-123?amp=1',
  'https://contoh.co.id/news/banjir-di-kota-123?amp',
  'https://contoh.co.id/news/banjir-di-kota-123?outputType=amp',
  'https://amp.contoh.co.id/news/banjir-di-kota-123',
  'https://contoh-co-id.cdn.ampproject.org/c/s/contoh.co.id/news/banjir-di-kota-123',
  'https://www.google.com/amp/s/www.contoh.co.id/news/banjir-di-kota-123',
]) {
  test(`${link} is the article without its decoration`, () => assert.equal(canonicalLink(link), ARTICLE))
}

test('what may select another article stays', () => {
  const links = [
    'https://contoh.co.id/news/Banjir-di-kota-123',
    'https://contoh.co.id/news/banjir-di-kota-124',
    'https://contoh.co.id/news/banjir-di-kota-123?page=2',
    'https://contoh.co.id/news/banjir-di-kota-123?id=1',
    'https://contoh.co.id/news/banjir-di-kota-123?ID=1',
    'https://contoh.co.id/news/banjir-di-kota-123?amp=2',
    'https://contoh.co.id/news/banjir-di-kota-123#!/2',
    'https://news.contoh.co.id/news/banjir-di-kota-123',
    'https://m.contoh.co.id/news/banjir-di-kota-123',
    'https://contoh.co.id:8443/news/banjir-di-kota-123',
    'https://contoh.co.id/tag',
    'https://contoh.co.id/tag/amp',
    'https://contoh.co.id/',
    'https://google.com/amp/berita-1',
  ]
  assert.equal(new Set([ARTICLE, ...links.map(canonicalLink)]).size, links.length + 1)
})

test('equal parameters in another order, and percent codes in another case, are equal', () => {
  assert.equal(canonicalLink('https://a.example/?p=1&b=2'), canonicalLink('https://a.example/?b=2&p=1'))
  assert.notEqual(canonicalLink('https://a.example/?p=1&p=2'), canonicalLink('https://a.example/?p=2&p=1'))
  assert.equal(canonicalLink('https://a.example/%c3%a9-1'), canonicalLink('https://a.example/%C3%A9-1'))
})

test('a registrable name that begins with "amp" or "www" stays', () => {
  assert.equal(canonicalLink('https://amp.id/a-1'), 'amp.id/a-1')
  assert.equal(canonicalLink('https://ampas.example/a-1'), 'ampas.example/a-1')
})

test('a file of AMP is the page without it', () => {
  assert.equal(canonicalLink('https://a.example/berita-1.amp.html'), 'a.example/berita-1.html')
  assert.equal(canonicalLink('https://a.example/berita-1.amp'), 'a.example/berita-1')
})

test('a home page, another scheme and a very long link identify no article', () => {
  for (const link of [
    'https://www.contoh.co.id/',
    'https://contoh.co.id?utm_source=rss',
    'mailto:a@b.example',
    'x',
    '',
  ])
    assert.equal(canonicalLink(link), null)
  assert.equal(canonicalLink(`https://contoh.co.id/${'a'.repeat(2_000)}`), null)
})
