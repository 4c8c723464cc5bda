import type { Entity } from './entity.ts'
import type { Platform } from './platform.ts'
import type { Author, Engagement, PostKind } from './post.ts'
import type { Sentiment } from './sentiment.ts'

// A post that a project matched.
// Whether a text is about the terms of its project, or only mentions them in passing.
export const RELEVANCES = ['subject', 'passing'] as const
export type Relevance = (typeof RELEVANCES)[number]

export function relevanceOf({ passing }: Pick<Mention, 'passing'>): Relevance {
  return passing ? 'passing' : 'subject'
}

export interface Mention {
  readonly id: string
  readonly projectId: string
  readonly platform: Platform
  readonly platformId: string
  readonly kind: PostKind
  readonly text: string
  readonly url: string
  readonly author: Author
  // The person who wrote the article; null where the outlet does not say.
  readonly byline: string | null
  readonly sentiment: Sentiment
  readonly language: string
  readonly engagement: Engagement
  // The terms of the expression that were found, as the analyst wrote them.
  readonly matched: readonly string[]
  // Whether a long text is about something else and only mentions the terms.
  readonly passing: boolean
  readonly entities: readonly Entity[]
  readonly publishedAt: Date
  readonly updatedAt: Date
}
