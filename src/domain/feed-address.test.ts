import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFeedAddress } from './feed-address.ts'
import type { Platform } from './platform.ts'

const ID = 'UCabcdefghijklmnopqrstuv'
const FEED = `https://www.youtube.com/feeds/videos.xml?channel_id=${ID}`

test('an address is news, unless a platform is given', () => {
  const address = 'https://kabar.example/rss'
  assert.deepEqual(readFeedAddress(` ${address} `, undefined), { address, platform: 'news' })
  assert.deepEqual(readFeedAddress(address, 'twitter'), { address, platform: 'twitter' })
})

test('a YouTube channel is given by its id, its handle, its page or its feed', () => {
  const cases: [string, string][] = [
    [ID, FEED],
    [`https://www.youtube.com/channel/${ID}/videos`, FEED],
    [`https://m.youtube.com/channel/${ID}`, FEED],
    [FEED, FEED],
    ['@kabarcontoh', 'https://www.youtube.com/@kabarcontoh'],
    ['https://youtube.com/@kabarcontoh/videos?view=0', 'https://www.youtube.com/@kabarcontoh'],
    ['https://www.youtube.com/c/KabarContoh', 'https://www.youtube.com/c/KabarContoh'],
    ['https://www.youtube.com/user/kabar/about', 'https://www.youtube.com/user/kabar'],
  ]
  for (const [input, address] of cases) {
    assert.deepEqual(readFeedAddress(input, undefined), { address, platform: 'youtube' }, input)
    assert.deepEqual(readFeedAddress(input, 'youtube'), { address, platform: 'youtube' }, input)
  }
  assert.equal(readFeedAddress('http://127.0.0.1:8/@kabar/videos', 'youtube').address, 'http://127.0.0.1:8/@kabar')
  const bridge = 'https://rsshub.example/youtube/user/@kabar'
  assert.deepEqual(readFeedAddress(bridge, 'youtube'), { address: bridge, platform: 'youtube' })
})

test('what cannot be a feed is refused, with the field and the rule', () => {
  const cases: [string, Platform | undefined, RegExp][] = [
    ['', undefined, /url must be an address/],
    ['nonsense', undefined, /url must be an address/],
    [`https://kabar.example/${'a'.repeat(2_000)}`, undefined, /at most 2000 characters/],
    ['ftp://kabar.example/rss', undefined, /http:\/\/ or https:\/\//],
    ['https://a:b@kabar.example/rss', undefined, /user name or a password/],
    ['https://x.com/kabar', 'twitter', /x\.com has no feeds of its own.*platform twitter/],
    ['https://www.instagram.com/kabar/', undefined, /bridge/],
    ['https://www.youtube.com/watch?v=abcdefghijk', undefined, /channel by its address, its handle/],
    [FEED, 'news', /platform must be youtube/],
    ['@kabarcontoh', 'twitter', /platform must be youtube/],
  ]
  for (const [input, platform, message] of cases) assert.throws(() => readFeedAddress(input, platform), message, input)
})
