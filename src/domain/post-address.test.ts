import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPostAddress } from './post-address.ts'

const ADDRESSES: [string, string, string | null, string | null][] = [
  ['https://x.com/kabar/status/1899999999999999999?s=20', 'twitter', '1899999999999999999', 'kabar'],
  ['http://mobile.twitter.com/kabar/statuses/20#m', 'twitter', '20', 'kabar'],
  ['https://x.com/i/web/status/20', 'twitter', '20', null],
  ['https://x.com/i/status/20/photo/1', 'twitter', '20', null],
  ['https://x.com/kabar', 'twitter', null, null],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'youtube', 'dQw4w9WgXcQ', null],
  ['https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', null],
  ['https://youtu.be/dQw4w9WgXcQ?si=a', 'youtube', 'dQw4w9WgXcQ', null],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', null],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&lc=UgxA.9b', 'youtube', 'comment:UgxA.9b', null],
  ['https://www.youtube.com/@kabar', 'youtube', null, null],
  ['https://www.tiktok.com/@kabar.id/video/7028743950684949650?lang=id', 'tiktok', '7028743950684949650', 'kabar.id'],
  ['https://www.tiktok.com/@kabar/photo/7028743950684949650', 'tiktok', '7028743950684949650', 'kabar'],
  ['https://vm.tiktok.com/ZMabc/', 'tiktok', null, null],
  ['https://www.instagram.com/p/C_a-B1xyZ/', 'instagram', 'C_a-B1xyZ', null],
  ['https://www.instagram.com/kabar.id/reel/C_a-B1xyZ/?hl=id', 'instagram', 'C_a-B1xyZ', 'kabar.id'],
  ['https://www.instagram.com/p/C_a-B1xyZ/c/18000000000000001/', 'instagram', 'comment:18000000000000001', null],
  ['https://www.facebook.com/kabar.id/posts/123456', 'facebook', '123456', 'kabar.id'],
  ['https://www.facebook.com/kabar/posts/banjir-lagi/123456/', 'facebook', '123456', 'kabar'],
  ['https://www.facebook.com/100064/posts/123456', 'facebook', '100064_123456', null],
  ['https://id-id.facebook.com/permalink.php?story_fbid=123&id=100064', 'facebook', '100064_123', null],
  ['https://m.facebook.com/story.php?id=100064&story_fbid=123', 'facebook', '100064_123', null],
  ['https://www.facebook.com/groups/9/posts/123/', 'facebook', '9_123', null],
  ['https://www.facebook.com/watch/?v=123', 'facebook', '123', null],
  ['https://www.facebook.com/reel/123', 'facebook', '123', null],
  ['https://www.facebook.com/photo/?fbid=123&set=a.1', 'facebook', '123', null],
  ['https://www.facebook.com/100064_123', 'facebook', '100064_123', null],
  ['https://www.facebook.com/kabar/posts/123?comment_id=77', 'facebook', 'comment:77', null],
  ['https://fb.watch/abc/', 'facebook', null, null],
]
for (const [address, platform, id, user] of ADDRESSES) {
  test(`${address} is read`, () => assert.deepEqual(readPostAddress(address), { platform, id, user }))
}

test('an address of another host, a look-alike of a host and no address at all give nothing', () => {
  for (const address of [
    'https://kabar.example/x.com/a/status/1',
    'https://notx.com/a/status/1',
    'https://x.com.evil.example/a/status/1',
    'javascript:alert(1)//x.com/a/status/1',
    'x.com/a/status/1',
    '',
  ])
    assert.equal(readPostAddress(address), null, address)
})
