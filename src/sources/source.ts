import type { Keyword } from '../domain/keyword.ts'
import type { Platform } from '../domain/platform.ts'
import type { Post } from '../domain/post.ts'

// Search sources are queried per project; feed sources are read once for all projects. A search yields events; the caller stores
// a cursor in the same transaction as the posts before it.
export type SourceEvent =
  | { readonly type: 'post'; readonly post: Post }
  // A safe position to resume from once everything yielded before it is stored. Plain JSON.
  | { readonly type: 'cursor'; readonly cursor: unknown }
  // Something was skipped and the run continues.
  // `before`: what was published before this instant was not read.
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly detail: string; readonly before?: Date }

export type NoticeCode =
  | 'window_truncated'
  | 'exclusion_not_pushed'
  | 'term_not_searchable'
  | 'partial_page'
  | 'subsource_failed'
  | 'budget_spent'
  | 'dialect_switched'

export interface SearchRequest {
  readonly keyword: Keyword
  readonly exclusions: readonly string[]
  // Inclusive start and exclusive end of the project's dates.
  readonly since: Date
  readonly until: Date
  // How many mentions the account's quota still allows. A source need not request more than that; the caller counts.
  readonly budget: number
  // The cursor of the last run's `cursor` event; null on the first run.
  readonly cursor: unknown
}

export interface SearchSource {
  readonly name: string
  readonly platform: Platform
  search(request: SearchRequest, signal: AbortSignal): AsyncIterable<SourceEvent>
}

// Polls addresses on behalf of all projects: outlets' feeds, Facebook pages, Instagram hashtags.
export interface FeedSource {
  readonly name: string
  readonly platform: Platform
  read(request: FeedRequest, signal: AbortSignal): Promise<FeedReading>
  // Addresses given in the settings: exactly these are read.
  readonly addresses?: readonly string[]
  // Addresses that an expression needs. `chosen` are those that are already read; there may be `addressesMax` in total.
  addressesFor?(keyword: Keyword, chosen: ReadonlySet<string>): readonly string[]
  readonly addressesMax?: number
}

export interface FeedRequest {
  // The feed's address, page id or hashtag.
  readonly address: string
  // A name for the outlet, if the operator gave one.
  readonly label: string | null
  // Whose posts the feed brings; those of the source itself by default.
  readonly platform?: Platform
  // State from the last reading: validators for a conditional request, a paging cursor. Plain JSON.
  readonly cursor: unknown
  readonly now: Date
}

export interface FeedReading {
  readonly posts: readonly Post[]
  readonly cursor: unknown
  // True when the platform reported no change (304).
  readonly unchanged: boolean
  // How many entries had no readable date and got the time of this reading instead.
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

// A request to the platform failed. Posts and cursors yielded before the error stay valid.
// `rate_limited` and `quota` mean "retry at `retryAt`": the source is busy, not broken.
export class SourceError extends Error {
  readonly code: SourceErrorCode
  readonly retryAt: Date | undefined
  readonly status: number | undefined
  // The address itself was removed for good.
  readonly gone: boolean

  constructor(
    code: SourceErrorCode,
    message: string,
    more: { retryAt?: Date | undefined; status?: number | undefined; gone?: boolean } = {},
  ) {
    super(message)
    this.name = 'SourceError'
    this.code = code
    this.retryAt = more.retryAt
    this.status = more.status
    this.gone = more.gone ?? false
  }
}

// The only access to the network (created in http/fetch.ts). It throws SourceError 'network' for timeouts and refused
// addresses, and returns every HTTP status unchanged: each source interprets statuses itself.
export type Fetch = (url: URL, options: FetchOptions) => Promise<FetchReply>

export interface FetchOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  // Counted after decompression. Reading stops and the call fails at the first byte over the limit.
  readonly bytesMax: number
  // True for addresses from the operator's configuration (a platform's base URL), which may be private.
  readonly trusted?: boolean
  // For messages that are delivered: the first response counts. Redirects are returned and not followed, and of the body only the
  // beginning is read, as it was sent; the status decides, however long or damaged the rest may be.
  readonly firstResponse?: boolean
}

export interface FetchReply {
  readonly status: number
  readonly headers: Headers
  // After redirects.
  readonly url: URL
  // True when there was at least one redirect and all of them were permanent (301, 308).
  readonly movedPermanently: boolean
  readonly bytes: Uint8Array
}
