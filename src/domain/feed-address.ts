import type { Platform } from './platform.ts'
import { readPostAddress } from './post-address.ts'
import { Refusal } from './problem.ts'

export const FEED_ADDRESS_MAX = 2_000

export interface FeedAddress {
  readonly address: string
  readonly platform: Platform
}

const YOUTUBE = 'https://www.youtube.com'
const CHANNEL_ID = /^UC[\w-]{22}$/
const HANDLE = /^@[\p{L}\p{N}._-]{3,30}$/u

// Reads what a person typed as the address of a feed: an http address, or a YouTube channel by its address, handle or id. Without a
// platform, YouTube's addresses are YouTube's and all others are news.
export function readFeedAddress(input: string, platform: Platform | undefined): FeedAddress {
  const text = input.trim()
  const channel = CHANNEL_ID.test(text)
    ? `${YOUTUBE}/channel/${text}`
    : HANDLE.test(text)
      ? `${YOUTUBE}/${encodeURI(text)}`
      : null
  const url = readUrl(channel ?? text)
  const host = readPostAddress(url.href)
  if (host !== null && host.platform !== 'youtube')
    throw new Refusal(
      'invalid',
      `url: ${url.hostname} has no feeds of its own. Give the address of a bridge such as RSSHub, with platform ${host.platform}.`,
      ['noFeeds', url.hostname],
    )
  if (host === null && platform !== 'youtube') return { address: url.href, platform: platform ?? 'news' }
  if (platform !== undefined && platform !== 'youtube')
    throw new Refusal('invalid', 'platform must be youtube for an address of YouTube.', ['youtubeChannel'])
  return { address: youtubeFeed(url, host === null ? url.origin : YOUTUBE), platform: 'youtube' }
}

// A page of a channel that has its id only in its content: `/@name`, `/c/name`, `/user/name`.
export function isChannelPage({ pathname }: URL): boolean {
  return /^\/(?:@[^/]+|(?:c|user)\/[^/]+)(?:\/|$)/.test(pathname)
}

export function channelFeed(origin: string, channelId: string): string {
  return `${origin}/feeds/videos.xml?channel_id=${channelId}`
}

function youtubeFeed(url: URL, origin: string): string {
  const id = /^\/channel\/(UC[\w-]{22})(?:\/|$)/.exec(url.pathname)?.[1]
  if (id !== undefined) return channelFeed(origin, id)
  if (!isChannelPage(url)) {
    if (origin !== YOUTUBE || url.pathname.startsWith('/feeds/')) return url.href
    throw new Refusal('invalid', 'url: give a YouTube channel by its address, its handle (@name) or its id (UC…).', [
      'youtubeChannel',
    ])
  }
  // Without the tab of the channel that was open.
  const name = /^\/(?:@[^/]+|(?:c|user)\/[^/]+)/.exec(url.pathname)?.[0] ?? url.pathname
  return `${origin}${name}`
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || text.length > FEED_ADDRESS_MAX)
    throw new Refusal(
      'invalid',
      `url must be an address such as https://example.com/rss, of at most ${FEED_ADDRESS_MAX} characters.`,
      ['urlInvalid'],
    )
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Refusal('invalid', 'url must begin with http:// or https://.', ['urlProtocol'])
  if (url.username !== '' || url.password !== '')
    throw new Refusal('invalid', 'url must not contain a user name or a password.', ['urlCredentials'])
  return url
}
