import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { readPositions, writePositions } from '../query-position.ts'
import { type SearchRequest, type SearchSource, SourceError, type SourceEvent } from '../source.ts'
import { errorCode, isFilling, isOk, readFailure } from './failure.ts'
import { type Chunk, chunkAfter, dayBefore, type Position, readPosition, START, stepBack } from './position.ts'
import { compileQuery, type VideoQuery } from './query.ts'
import { readPage } from './reply.ts'
import { openTokenKeeper, type TokenKeeper, type TokenSettings } from './token.ts'

export interface TiktokSettings extends TokenSettings {
  // Waits between the tries of a page that TikTok is still preparing.
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const PAGES_MAX = 20
const PAGE_VIDEOS_MAX = 100
const TRIES_MAX = 5
const FIRST_WAIT_MS = 1_000
// Only what is stored: an unknown field is refused.
const FIELDS =
  'id,video_description,create_time,region_code,share_count,view_count,like_count,comment_count,hashtag_names,username,voice_to_text'

export function openTiktok(settings: TiktokSettings): SearchSource {
  const tokens = openTokenKeeper(settings)
  return {
    name: 'tiktok',
    platform: 'tiktok',
    search: (request, signal) => search({ settings, tokens, request, signal }),
  }
}

interface Run {
  readonly settings: TiktokSettings
  readonly tokens: TokenKeeper
  readonly request: SearchRequest
  readonly signal: AbortSignal
}

async function* search(run: Run): AsyncGenerator<SourceEvent> {
  const { request } = run
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
    for await (const event of readQuery(run, query, positions.get(name) ?? START, pagesMax)) {
      if (event.type !== 'position') yield event
      else yield { type: 'cursor', cursor: writePositions(positions.set(name, event.position)) }
    }
  }
}

type Step = Exclude<SourceEvent, { type: 'cursor' }> | { readonly type: 'position'; readonly position: Position }

// Reads chunk after chunk, oldest first, page after page. Every page is a position to go on from.
async function* readQuery(run: Run, query: VideoQuery, start: Position, pagesMax: number): AsyncGenerator<Step> {
  const { request, settings } = run
  const window = { since: request.since, until: request.until, now: settings.now() }
  let { through, walk } = start
  // A walk that was cut short is finished before anything is read again.
  if (walk === null) through = stepBack(through, window.now)
  for (let pages = 0; pages < pagesMax; pages++) {
    const chunk: Chunk | null = walk ?? chunkAfter(through, window)
    if (chunk === null) return
    const answer = await askPage(run, query, chunk, walk)
    if (!isOk(answer) && walk !== null && isFilling(answer, walk.searchId)) {
      // The search is gone. Its chunk starts again: read twice, but nothing is lost.
      walk = null
      through = dayBefore(chunk.start)
      continue
    }
    if (!isOk(answer)) throw failure(run, answer)
    const page = readPage(answer.json)
    for (const post of page.posts) yield { type: 'post', post }
    if (page.broken > 0) yield { type: 'notice', code: 'partial_page', detail: `${page.broken} videos were unreadable` }
    if (page.hasMore) {
      const searchId: string | null = page.searchId ?? walk?.searchId ?? null
      if (searchId === null) throw new SourceError('unreadable', 'TikTok has more videos but no search id.')
      walk = { start: chunk.start, end: chunk.end, cursor: page.cursor, searchId }
    } else {
      walk = null
      through = chunk.end
    }
    yield { type: 'position', position: { through, walk } }
  }
}

// Asks for one page: again after a pause while TikTok prepares it, and once more with a new token when ours is refused.
async function askPage(run: Run, query: VideoQuery, chunk: Chunk, walk: Position['walk']): Promise<ApiReply> {
  const { settings, signal, tokens } = run
  const wait = settings.wait ?? ((ms, stop) => sleep(ms, undefined, { signal: stop }))
  let renewed = false
  for (let tries = 1; ; tries++) {
    const token = await tokens.get(signal)
    const answer = await postQuery(run, token, bodyOf(query, chunk, walk))
    if (errorCode(answer) === 'access_token_invalid' && !renewed) {
      tokens.drop(token)
      renewed = true
    } else if (isFilling(answer, walk?.searchId ?? null) && tries < TRIES_MAX) {
      await wait(FIRST_WAIT_MS * 2 ** (tries - 1), signal)
    } else {
      return answer
    }
  }
}

function bodyOf(query: VideoQuery, { start, end }: Chunk, walk: Position['walk']): string {
  const page = walk === null ? { cursor: 0 } : { cursor: walk.cursor, search_id: walk.searchId }
  return JSON.stringify({ query, start_date: start, end_date: end, max_count: PAGE_VIDEOS_MAX, ...page })
}

function postQuery(run: Run, token: string, body: string): Promise<ApiReply> {
  const { settings, signal } = run
  // The slash at the end is part of the address.
  return requestApi(settings.fetch, addressOf(settings.baseUrl, 'v2/research/video/query/', { fields: FIELDS }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    signal,
  })
}

function failure({ settings, tokens }: Run, answer: ApiReply): SourceError {
  return readFailure(answer, tokens.secrets(), settings.now())
}
