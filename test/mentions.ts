import { analysePost, storyRules, toIncoming } from '../src/collect/analyse-post.ts'
import type { Platform } from '../src/domain/platform.ts'
import { type Engagement, NO_ENGAGEMENT, type Post } from '../src/domain/post.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import type { Pool } from '../src/store/db.ts'
import { addMentions, type Ingested } from '../src/store/mentions/ingest.ts'
import { classifierOf, judged } from './classifier.ts'

export interface PostFields {
  readonly platform?: Platform
  readonly platformId?: string
  readonly text?: string
  readonly at?: string | number
  readonly sentiment?: Sentiment
  readonly author?: string
  readonly engagement?: Partial<Engagement>
  readonly language?: string
  readonly passing?: boolean
  readonly entities?: readonly string[]
}

let made = 0

export function aPost({ platform = 'twitter', at = '2026-06-01T00:00:00Z', ...fields }: PostFields = {}): Post {
  made += 1
  const author = fields.author ?? `author${made}`
  return {
    platform,
    platformId: fields.platformId ?? `p${made}`,
    kind: 'post',
    text: fields.text ?? `banjir di jakarta nomor ${made} kata${made} lain${made} beda${made}`,
    url: `https://example.com/${made}`,
    publishedAt: new Date(at),
    author: { id: author, username: author, displayName: author.toUpperCase() },
    engagement: { ...NO_ENGAGEMENT, ...fields.engagement },
  }
}

// Adds mentions to a project as collecting does, with the sentiment that the test needs.
export function seedMentions(
  pool: Pool,
  owner: { readonly id: string },
  project: { readonly id: string },
  posts: readonly PostFields[],
): Promise<Ingested | null> {
  const incoming = posts.map((fields) => {
    const { sentiment, language = 'id', entities = [] } = fields
    const judge = () => ({ ...judged(sentiment), confidence: 0.9 })
    const classifier = { ...classifierOf(sentiment, { language, entities }), judge }
    const match = {
      matched: true,
      alternative: 0,
      found: [{ term: 'banjir', spans: [{ start: 0, end: 6 }] }],
      excludedBy: null,
    }
    return { ...toIncoming(analysePost(aPost(fields), classifier), match, 1), passing: fields.passing ?? false }
  })
  const target = { projectId: project.id, ownerId: owner.id, jobId: null }
  return pool.begin((tx) => addMentions(tx, target, incoming, storyRules)) as Promise<Ingested | null>
}
