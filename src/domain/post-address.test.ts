import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postIdOf, readPostAddress } from './post-address.ts'

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
  ['https://www.facebook.com/100064/posts/123456', 'facebook', '123456', null],
  ['https://id-id.facebook.com/permalink.php?story_fbid=123&id=100064', 'facebook', '123', null],
  ['https://m.facebook.com/story.php?id=100064&story_fbid=123', 'facebook', '123', null],
  ['https://www.facebook.com/groups/9/posts/123/', 'facebook', '123', null],
  ['https://www.facebook.com/permalink.php?story_fbid=pfbid02Abc&id=100064', 'facebook', 'pfbid02Abc', null],
  ['https://www.facebook.com/watch/?v=123', 'facebook', '123', null],
  ['https://www.facebook.com/reel/123', 'facebook', '123', null],
  ['https://www.facebook.com/photo/?fbid=123&set=a.1', 'facebook', '123', null],
  ['https://www.facebook.com/100064_123', 'facebook', '123', null],
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

const [INSTAGRAM, FACEBOOK] = ['https://www.instagram.com', 'https://www.facebook.com']
const IDS: [string, 'instagram' | 'facebook' | 'twitter', string, string, string][] = [
  [
    'the code in an address replaces the number of the Graph API',
    'instagram',
    '178',
    `${INSTAGRAM}/p/C_a-B1xyZ/`,
    'C_a-B1xyZ',
  ],
  ['the number of the Graph API remains without such an address', 'instagram', '178', `${INSTAGRAM}/kabar/`, '178'],
  ['an address of another platform says nothing', 'instagram', '178', `${FACEBOOK}/kabar/posts/9`, '178'],
  ['the address of a comment is not that of its post', 'instagram', '178', `${INSTAGRAM}/p/C_a-B1xyZ/c/18/`, '178'],
  ['a post of a page is known by its own number', 'facebook', '100064_123', '', '123'],
  ['the number in the address is preferred', 'facebook', '100064_123', `${FACEBOOK}/reel/456`, '456'],
  ['an address that hides the number is not used', 'facebook', '100064_123', `${FACEBOOK}/kabar/posts/pfbid02A`, '123'],
  ['what is no number remains', 'facebook', 'mcl:1', '', 'mcl:1'],
  ['other platforms are not concerned', 'twitter', '1_2', 'https://x.com/kabar/status/20', '1_2'],
]
for (const [name, platform, platformId, url, expected] of IDS) {
  test(`${platform}: ${name}`, () => assert.equal(postIdOf({ platform, kind: 'post', platformId, url }), expected))
}

test('comments keep their ids, although their address may be that of the post', () => {
  const comment = { platform: 'instagram', platformId: '18', url: `${INSTAGRAM}/p/C_a-B1xyZ/` } as const
  assert.equal(postIdOf({ ...comment, kind: 'comment' }), '18')
  assert.equal(postIdOf({ ...comment, kind: 'post', platformId: 'comment:18' }), 'comment:18')
})
