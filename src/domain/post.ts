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

// What a platform showed. It becomes a mention when a project matches it.
export interface Post {
  readonly platform: Platform
  // The platform's own id, a string from the byte stream on: 19-digit ids do not survive a number.
  readonly platformId: string
  readonly kind: PostKind
  // Plain text: no markup, entities decoded, NFC.
  readonly text: string
  // Read by the matcher beside the text, never shown: expanded links, hashtags kept apart, spoken words.
  readonly hidden?: string | undefined
  readonly url: string
  readonly publishedAt: Date
  readonly author: Author
  // What the platform says of the language (BCP-47), if it does.
  readonly language?: string | undefined
  readonly engagement: Engagement
}

export const POST_TEXT_MAX = 20_000
export const PLATFORM_ID_MAX = 512
