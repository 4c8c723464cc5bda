import type { Entity } from '../../domain/entity.ts'
import type { Engagement, Post } from '../../domain/post.ts'
import type { Judgement } from '../../domain/sentiment.ts'

// A matched post with the results of its analysis.
export interface Incoming extends Judgement {
  readonly post: Post
  readonly language: string
  readonly entities: readonly Entity[]
  readonly matched: readonly string[]
  // 0 to 1: how much of the post is about the expression.
  readonly relevance: number
  // Whether the terms occur in passing.
  readonly passing: boolean
  readonly signature: Uint8Array
  // Hashes that near-duplicates are likely to share, the most specific first.
  readonly keys: readonly number[]
}

// The part of a mention that does not depend on the project.
export type AnalysedPost = Omit<Incoming, 'matched' | 'relevance' | 'passing'>

// A mention that is about to be stored.
export interface NewMention extends Incoming {
  readonly id: string
  readonly cell: number
}

// The part of a mention that decides which story it belongs to, and what it adds to it.
export interface StoryMention extends Pick<NewMention, 'id' | 'cell' | 'relevance' | 'signature' | 'keys'> {
  readonly post: Pick<Post, 'platform' | 'author' | 'engagement'>
}

// How a story's engagement changed because one of its mentions was seen again with other numbers.
export interface EngagementChange {
  readonly storyId: string
  readonly change: Engagement
}
