import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { readPositions, writePositions } from '../query-position.ts'
import { type SearchRequest, type SearchSource, SourceError, type SourceEvent } from '../source.ts'
import { errorCode, isOk, isPreparing, readFailure } from './failure.ts'
import { type Chunk, chunkAfter, dayBefore, type Position, readPosition, START, stepBack } from './position.ts'
import { compileQuery, type VideoQuery } from './query.ts'
import { readPage } from './reply.ts'
import { openTokenCache, type TokenCache, type TokenSettings } from './token.ts'

export interface TiktokSettings extends TokenSettings {
  // Waits between attempts to read a page that TikTok is still preparing.
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const PAGES_MAX = 20
const PAGE_VIDEOS_MAX = 100
const TRIES_MAX = 5
const FIRST_WAIT_MS = 1_000
// Only the fields that are stored; TikTok refuses unknown ones.
const FIELDS =
  'id,video_description,create_time,region_code,share_count,view_count,like_count,comment_count,hashtag_names,username,voice_to_text'

export function openTiktok(settings: TiktokSettings): SearchSource {
  const tokens = openTokenCache(settings)
  return {
    name: 'tiktok',
    platform: 'tiktok',
    search: (request, signal) => search({ settings, tokens, request, signal }),
  }
}

interface SearchContext {
  readonly settings: TiktokSettings
  readonly tokens: TokenCache
  readonly request: SearchRequest
  readonly signal: AbortSignal
}

async function* search(context: SearchContext): AsyncGenerator<SourceEvent> {
  const { request } = context
  const { queries, notices } = compileQuery(request.keyword, request.exclusions)
  yield* notices
  if (request.budget <= 0) {
    return yield { type: 'notice', code: 'budget_spent', detail: 'the account has no quota left' }
  }
  const known = readPositions(request.cursor, readPosition)
  const named = queries.map((query) => ({ query, name: JSON.stringify(query) }))
  const positions = new Map(named.map(({ name }) => [name, known.get(name) ?? START]))
  const pagesMax = Math.max(1, Math.floor(PAGES_MAX / queries.length))
  for (const { query, name } of named) {
    for await (const event of readQuery(context, query, positions.get(name) ?? START, pagesMax)) {
      if (event.type !== 'position') yield event
      else yield { type: 'cursor', cursor: writePositions(positions.set(name, event.position)) }
    }
  }
}

type Step = Exclude<SourceEvent, { type: 'cursor' }> | { readonly type: 'position'; readonly position: Position }

// Reads chunk by chunk, oldest first, page by page. Each page yields a position to resume from.
async function* readQuery(
  context: SearchContext,
  query: VideoQuery,
  start: Position,
  pagesMax: number,
): AsyncGenerator<Step> {
  const { request, settings } = context
  const window = { since: request.since, until: request.until, now: settings.now() }
  let { through, walk } = start
  // An interrupted walk is finished before anything is read again.
  if (walk === null) through = stepBack(through, window.now)
  for (let pages = 0; pages < pagesMax; pages++) {
    const chunk: Chunk | null = walk ?? chunkAfter(through, window)
    if (chunk === null) return
    const reply = await requestPage(context, query, chunk, walk)
    if (!isOk(reply) && walk !== null && isPreparing(reply, walk.searchId)) {
      // The search has expired. Its chunk starts over: some of it is read twice, but nothing is lost.
      walk = null
      through = dayBefore(chunk.start)
      continue
    }
    if (!isOk(reply)) throw failure(context, reply)
    const page = readPage(reply.json)
    for (const post of page.posts) yield { type: 'post', post }
    if (page.broken > 0) yield { type: 'notice', code: 'partial_page', detail: `${page.broken} videos were unreadable` }
    if (page.hasMore) {
      const searchId: string | null = page.searchId ?? walk?.searchId ?? null
      if (searchId === null)
        throw new SourceError('unreadable', 'TikTok reported more videos but returned no search id.')
      walk = { start: chunk.start, end: chunk.end, cursor: page.cursor, searchId }
    } else {
      walk = null
      through = chunk.end
    }
    yield { type: 'position', position: { through, walk } }
  }
}

// Requests one page. Retries after a pause while TikTok prepares it, and once with a new token when ours is refused.
async function requestPage(
  context: SearchContext,
  query: VideoQuery,
  chunk: Chunk,
  walk: Position['walk'],
): Promise<ApiReply> {
  const { settings, signal, tokens } = context
  const wait = settings.wait ?? ((ms, stop) => sleep(ms, undefined, { signal: stop }))
  let renewed = false
  for (let tries = 1; ; tries++) {
    const token = await tokens.get(signal)
    const reply = await postQuery(context, token, bodyOf(query, chunk, walk))
    if (errorCode(reply) === 'access_token_invalid' && !renewed) {
      tokens.drop(token)
      renewed = true
    } else if (isPreparing(reply, walk?.searchId ?? null) && tries < TRIES_MAX) {
      await wait(FIRST_WAIT_MS * 2 ** (tries - 1), signal)
    } else {
      return reply
    }
  }
}

function bodyOf(query: VideoQuery, { start, end }: Chunk, walk: Position['walk']): string {
  const page = walk === null ? { cursor: 0 } : { cursor: walk.cursor, search_id: walk.searchId }
  return JSON.stringify({ query, start_date: start, end_date: end, max_count: PAGE_VIDEOS_MAX, ...page })
}

function postQuery(context: SearchContext, token: string, body: string): Promise<ApiReply> {
  const { settings, signal } = context
  // The trailing slash is part of the address.
  return requestApi(settings.fetch, addressOf(settings.baseUrl, 'v2/research/video/query/', { fields: FIELDS }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    signal,
  })
}

function failure({ settings, tokens }: SearchContext, reply: ApiReply): SourceError {
  return readFailure(reply, tokens.secrets(), settings.now())
}
