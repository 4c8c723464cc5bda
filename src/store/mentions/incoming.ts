import type { Engagement, Post } from '../../domain/post.ts'
import type { Sentiment } from '../../domain/sentiment.ts'

// A matched post with the results of its analysis.
export interface Incoming {
  readonly post: Post
  readonly sentiment: Sentiment
  readonly confidence: number
  readonly language: string
  readonly matched: readonly string[]
  // 0 to 1: how much of the post is about the expression.
  readonly relevance: number
  readonly signature: Uint8Array
  // Hashes that near-duplicates are likely to share. The store adds the project to them.
  readonly bands: readonly bigint[]
}

// A mention that is about to be stored.
export interface NewMention extends Incoming {
  readonly id: string
  readonly cell: number
}

// How a story's engagement changed because one of its mentions was seen again with other numbers.
export interface EngagementChange {
  readonly storyId: string
  readonly change: Engagement
}
