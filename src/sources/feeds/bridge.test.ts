import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RssItem, rssOf } from '../../../test/platforms/rss.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Post } from '../../domain/post.ts'
import { readFeed } from './reply.ts'

const NOW = new Date('2026-11-14T12:00:00Z')

function readPosts(platform: Platform, ...items: RssItem[]): Post[] {
  const bytes = new TextEncoder().encode(rssOf(items, 'Jembatan'))
  const url = new URL('https://rsshub.example/feed')
  const content = readFeed({ bytes, contentType: null, url, label: null, platform, now: NOW })
  assert.equal(content.kind, 'feed')
  return content.kind === 'feed' ? content.entries.map(({ post }) => post) : []
}

test('a post of a bridge gets the id and the user name that its link contains', () => {
  const cases: [Platform, string, Pick<Post, 'platformId' | 'kind'> & { user: string }][] = [
    ['twitter', 'https://x.com/infogarut/status/1989', { platformId: '1989', kind: 'post', user: 'infogarut' }],
    ['twitter', 'https://twitter.com/infogarut/status/1989', { platformId: '1989', kind: 'post', user: 'infogarut' }],
    [
      'twitter',
      'https://nitter.example/infogarut/status/1989#m',
      { platformId: '1989', kind: 'post', user: 'infogarut' },
    ],
    ['instagram', 'https://www.instagram.com/p/DAbc-123/', { platformId: 'DAbc-123', kind: 'post', user: '' }],
    ['tiktok', 'https://www.tiktok.com/@garut/video/7302', { platformId: '7302', kind: 'video', user: 'garut' }],
    ['facebook', 'https://www.facebook.com/garut/posts/99881', { platformId: '99881', kind: 'post', user: 'garut' }],
    ['youtube', 'https://www.youtube.com/watch?v=abcdefghijk', { platformId: 'abcdefghijk', kind: 'video', user: '' }],
  ]
  for (const [platform, link, { platformId, kind, user }] of cases) {
    const [post] = readPosts(platform, { title: 'Banjir di Garut', link, id: 'milik-jembatan', creator: 'Info Garut' })
    assert.deepEqual(
      [post?.platform, post?.platformId, post?.kind, post?.author],
      [platform, platformId, kind, { id: user, username: user, displayName: 'Info Garut' }],
      link,
    )
  }
  const [mirrored] = readPosts('twitter', { title: 'a', link: 'https://nitter.example/infogarut/status/1989#m' })
  assert.equal(mirrored?.url, 'https://x.com/infogarut/status/1989')
})

test('a post of a bridge without a link of the platform keeps its address as its id', () => {
  const [other, none] = readPosts(
    'twitter',
    { title: 'Banjir', link: 'https://www.youtube.com/watch?v=abcdefghijk' },
    { title: 'Banjir lagi' },
  )
  assert.deepEqual([other?.platform, other?.platformId], ['twitter', 'url:https://www.youtube.com/watch?v=abcdefghijk'])
  assert.match(none?.platformId ?? '', /^url:sha256:[0-9a-f]{64}$/)
})

test('the beginning of a post that a bridge repeats as its title appears once', () => {
  const link = 'https://x.com/a/status/1'
  const texts = readPosts(
    'twitter',
    { title: 'Banjir di Garut meluas ke…', body: '<p>Banjir di Garut  meluas ke tiga desa</p>', link },
    { title: 'Balasan untuk @b', body: 'Sudah surut', link },
  ).map(({ text }) => text)
  assert.equal(texts.length, 2)
  assert.match(texts[0] ?? '', /^Banjir di Garut\s+meluas ke tiga desa$/)
  assert.equal(texts[1], 'Balasan untuk @b\n\nSudah surut')
})

test('a Telegram channel is an outlet of its own among the news', () => {
  const posts = readPosts(
    'news',
    { title: 'Banjir', link: 'https://t.me/InfoGarut/120', id: 'https://t.me/InfoGarut/120' },
    { title: 'Gempa', link: 'https://t.me/s/kabarcianjur/7' },
  )
  assert.deepEqual(
    posts.map(({ platform, platformId, author }) => [platform, platformId, author.id]),
    [
      ['news', 'https://t.me/InfoGarut/120', 't.me/infogarut'],
      ['news', 'https://t.me/s/kabarcianjur/7', 't.me/kabarcianjur'],
    ],
  )
})

test('a byline is the person beside the outlet, and not its name or an e-mail address', () => {
  const link = 'https://www.kabarcontoh.co.id/1'
  const bylines = ['Dewi Lestari', 'redaksi@kabar.example (Budi)', 'redaksi@kabar.example', 'Jembatan'].map(
    (creator) => readPosts('news', { title: 'Banjir', link, creator })[0],
  )
  assert.deepEqual(
    bylines.map((post) => [post?.byline, post?.author.displayName]),
    [
      ['Dewi Lestari', 'Jembatan'],
      ['Budi', 'Jembatan'],
      [undefined, 'Jembatan'],
      [undefined, 'Jembatan'],
    ],
  )
})
