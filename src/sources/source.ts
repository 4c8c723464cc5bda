import type { Keyword } from '../domain/keyword.ts'
import type { Platform } from '../domain/platform.ts'
import type { Post } from '../domain/post.ts'

// A place that posts come from. Search sources are asked per project; feed sources are read once for everybody.
// Both yield events; the caller stores the posts before a cursor in the same transaction as the cursor.
export type SourceEvent =
  | { readonly type: 'post'; readonly post: Post }
  // A safe place to resume from, once everything yielded before it is stored. Plain JSON.
  | { readonly type: 'cursor'; readonly cursor: unknown }
  // Something was left out and the run goes on.
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly detail: string }

export type NoticeCode =
  | 'window_truncated'
  | 'exclusion_not_pushed'
  | 'term_not_searchable'
  | 'partial_page'
  | 'subsource_failed'
  | 'budget_spent'

export interface SearchRequest {
  readonly keyword: Keyword
  readonly exclusions: readonly string[]
  // Inclusive start, exclusive end of what the project may hold.
  readonly since: Date
  readonly until: Date
  // How many mentions the account can still pay for. Ask for no more than is useful; the caller counts.
  readonly budget: number
  // What the last run's `cursor` event carried; null at first.
  readonly cursor: unknown
}

export interface SearchSource {
  readonly name: string
  readonly platform: Platform
  search(request: SearchRequest, signal: AbortSignal): AsyncIterable<SourceEvent>
}

// One address that is polled for everybody: an outlet's feed, a Facebook page, an Instagram hashtag.
export interface FeedSource {
  readonly name: string
  readonly platform: Platform
  read(request: FeedRequest, signal: AbortSignal): Promise<FeedReading>
  // Addresses that settings name: exactly these are read.
  readonly addresses?: readonly string[]
  // Addresses that an expression needs; `chosen` are those that are read anyway, of which there may be `addressesMax`.
  addressesFor?(keyword: Keyword, chosen: ReadonlySet<string>): readonly string[]
  readonly addressesMax?: number
}

export interface FeedRequest {
  // The feed's address, page id or hashtag.
  readonly address: string
  // A name for the outlet, if the operator gave one.
  readonly label: string | null
  // What the last reading left: validators of a conditional request, a paging cursor. Plain JSON.
  readonly cursor: unknown
  readonly now: Date
}

export interface FeedReading {
  readonly posts: readonly Post[]
  readonly cursor: unknown
  // True when the platform said that nothing changed (304).
  readonly unchanged: boolean
  // How many entries had no readable date: they got the time of this reading.
  readonly undated: number
  readonly notices: readonly { readonly code: NoticeCode; readonly detail: string }[]
  // The feed's own title, for a feed that has no label yet.
  readonly title: string | null
}

export const SOURCE_ERRORS = [
  'auth',
  'forbidden',
  'quota',
  'rate_limited',
  'bad_request',
  'upstream',
  'network',
  'unreadable',
] as const
export type SourceErrorCode = (typeof SOURCE_ERRORS)[number]

// The platform did not give what was asked. What was yielded before it stays valid.
// `rate_limited` and `quota` mean "come back at retryAt": busy, not broken.
export class SourceError extends Error {
  readonly code: SourceErrorCode
  readonly retryAt: Date | undefined
  readonly status: number | undefined

  constructor(
    code: SourceErrorCode,
    message: string,
    more: { retryAt?: Date | undefined; status?: number | undefined } = {},
  ) {
    super(message)
    this.name = 'SourceError'
    this.code = code
    this.retryAt = more.retryAt
    this.status = more.status
  }
}

// The one way to the network (fetch.ts makes it). It throws SourceError 'network' for time-outs and refused addresses,
// and answers every HTTP status as it came: what a status means is the platform's own matter.
export type Fetch = (url: URL, options: FetchOptions) => Promise<FetchReply>

export interface FetchOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  // After decompression. Reading stops, and the call fails, at the first byte over it.
  readonly bytesMax: number
  // True for addresses from the operator's configuration (a platform's base URL): they may be private.
  readonly trusted?: boolean
}

export interface FetchReply {
  readonly status: number
  readonly headers: Headers
  // After redirects.
  readonly url: URL
  // True when every redirect on the way was permanent (301, 308) and there was one.
  readonly movedForGood: boolean
  readonly bytes: Uint8Array
}
