import type { Platform } from '../../src/domain/platform.ts'
import { type Author, type Engagement, NO_ENGAGEMENT, type PostKind } from '../../src/domain/post.ts'
import type { Sentiment } from '../../src/domain/sentiment.ts'

// A made-up post, as the test servers store it.
export interface SamplePost {
  readonly platform: Platform
  readonly id: string
  readonly kind: PostKind
  // Only of videos and articles.
  readonly title: string | null
  readonly text: string
  // Without the `#`; they are in the text as well.
  readonly hashtags: readonly string[]
  readonly links: readonly SampleLink[]
  readonly url: string
  readonly publishedAt: Date
  readonly author: Author
  readonly language: string
  readonly engagement: Engagement
  readonly topic: string
  readonly sentiment: Sentiment
  // The id of the post that this one repeats, with small edits.
  readonly repostOf: string | null
  // The video that a comment belongs to.
  readonly parentId: string | null
  // Deleted from the platform, which each platform shows in its own way.
  readonly deleted: boolean
}

export interface SampleLink {
  readonly shortUrl: string
  readonly url: string
  readonly title: string
}

// A sample with defaults, so that a test shows what matters. The id is derived from the platform, the time and `serial`.
export function aSample(
  platform: Platform,
  fields: Partial<SamplePost> & { readonly text: string; readonly publishedAt: Date; readonly serial?: number },
): SamplePost {
  const { serial = 0, ...given } = fields
  const author = given.author ?? { id: '104923907983682', username: 'infogarut', displayName: 'Info Garut' }
  const own = sampleId(platform, given.publishedAt, serial)
  const id = given.id ?? (platform === 'facebook' ? `${author.id}_${own}` : own)
  return {
    platform,
    id,
    kind: KINDS[platform],
    title: null,
    hashtags: [...given.text.matchAll(/#([\p{L}\p{M}\p{N}_]+)/gu)].map((found) => String(found[1]).toLowerCase()),
    links: [],
    url: sampleUrl(platform, id, author.username),
    author,
    language: 'id',
    engagement: NO_ENGAGEMENT,
    topic: 'banjir',
    sentiment: 0,
    repostOf: null,
    parentId: null,
    deleted: false,
    ...given,
  }
}

const KINDS: Readonly<Record<Platform, PostKind>> = {
  twitter: 'post',
  facebook: 'post',
  youtube: 'video',
  tiktok: 'video',
  instagram: 'post',
  news: 'article',
}

const X_EPOCH_MS = 1_288_834_974_657n

// Ids in each platform's own form. Those of X and TikTok contain the time, so that they sort by it.
export function sampleId(platform: Platform, publishedAt: Date, serial: number): string {
  const ms = BigInt(publishedAt.getTime())
  const letters = (ms * 4_096n + BigInt(serial)).toString(36)
  if (platform === 'twitter') return String(((ms - X_EPOCH_MS) << 22n) | BigInt(serial % 4_194_304))
  if (platform === 'tiktok') return String(((ms / 1000n) << 32n) | BigInt(serial % 4_294_967_296))
  if (platform === 'facebook') return String(ms * 4_096n + BigInt(serial))
  if (platform === 'instagram') return `178${ms * 4_096n + BigInt(serial)}`
  return platform === 'youtube' ? letters.padStart(11, 'y').slice(-11) : `berita-${letters}`
}

// The creation time of an X id.
export function timeOfXId(id: string): number {
  return Number((BigInt(id) >> 22n) + X_EPOCH_MS)
}

function sampleUrl(platform: Platform, id: string, username: string): string {
  if (platform === 'twitter') return `https://x.com/${username}/status/${id}`
  if (platform === 'facebook') return `https://www.facebook.com/${id.replace('_', '/posts/')}`
  if (platform === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  if (platform === 'tiktok') return `https://www.tiktok.com/@${username}/video/${id}`
  return platform === 'instagram'
    ? `https://www.instagram.com/p/C${BigInt(id).toString(36)}/`
    : `https://${username}/${id}`
}

// What its address calls a post of Instagram or Facebook; the Graph API uses other ids.
export function idInAddress({ url }: Pick<SamplePost, 'url'>): string {
  return new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''
}
