import type { Entity } from './entity.ts'
import type { Relevance } from './mention.ts'
import type { Platform } from './platform.ts'
import { SENTIMENT_LABELS, type Sentiment } from './sentiment.ts'

// What a link to the dashboard selects. Instants are ISO 8601 in UTC; `to` is excluded.
export interface LinkFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly sentiment?: Sentiment | undefined
  readonly platforms?: readonly Platform[] | undefined
  readonly language?: string | undefined
  readonly relevance?: Relevance | undefined
  readonly entity?: Entity | undefined
  readonly author?: string | undefined
  readonly story?: string | undefined
  readonly tag?: string | undefined
  readonly q?: string | undefined
}

// Opens the dashboard on exactly the mentions of a filter. The names are those that the dashboard reads (web/src/filter/filter.ts).
export function mentionsAt(publicUrl: string, projectId: string, filter: LinkFilter): string {
  const { from, to, sentiment, platforms, language, relevance, entity, author, story, tag, q } = filter
  const query = new URLSearchParams()
  const tone = sentiment === undefined ? undefined : SENTIMENT_LABELS[sentiment]
  const chosen = { sentiment: tone, source: platforms?.join(','), language, relevance, entity, author, story, tag, q }
  const params = { from, to, ...chosen }
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== '') query.set(name, value)
  return pageAt(publicUrl, `projects/${projectId}${query.size === 0 ? '' : `?${query}`}`)
}

// The address of a page of the dashboard or the API, also when the service is below a path of its host. When the public address is
// not known (''), it is a path: the inbox of the dashboard can open it, and channels leave it out.
export function pageAt(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/${path}`
}
