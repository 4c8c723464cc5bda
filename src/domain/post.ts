import type { Platform } from './platform.ts'

export const POST_KINDS = ['post', 'video', 'comment', 'article'] as const
export type PostKind = (typeof POST_KINDS)[number]

export interface Author {
  readonly id: string
  readonly username: string
  readonly displayName: string
}

export interface Engagement {
  readonly likes: number
  readonly comments: number
  readonly shares: number
  readonly views: number
}

export const NO_ENGAGEMENT: Engagement = { likes: 0, comments: 0, shares: 0, views: 0 }

// An item as its platform published it. It becomes a mention when a project matches it.
export interface Post {
  readonly platform: Platform
  // The platform's own id, parsed as a string from the start: a number cannot hold 19-digit ids exactly.
  readonly platformId: string
  readonly kind: PostKind
  // Plain text: no markup, entities decoded, NFC.
  readonly text: string
  // Also searched by the matcher, but never shown: expanded links, separately listed hashtags, spoken words.
  readonly hidden?: string | undefined
  readonly url: string
  // True when the URL is not the post's own, but that of its outlet.
  readonly linkless?: true | undefined
  readonly publishedAt: Date
  readonly author: Author
  // The person who wrote an article, where its outlet names them.
  readonly byline?: string | undefined
  // The language according to the platform (BCP-47), if it gives one.
  readonly language?: string | undefined
  readonly engagement: Engagement
}

export const POST_TEXT_MAX = 20_000
export const PLATFORM_ID_MAX = 512
