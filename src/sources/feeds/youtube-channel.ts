import { channelFeed } from '../../domain/feed-address.ts'
import { failureOf } from '../http/status.ts'
import { type Fetch, SourceError } from '../source.ts'
import { decodeText } from './charset.ts'

const PAGE_BYTES_MAX = 5 * 1024 * 1024

// The places in which the page of a channel names its own id, most specific first; a page also links to other channels.
const OWN_ID = [
  /<link[^>]{1,200}rel="canonical"[^>]{1,200}\/channel\/(UC[\w-]{22})"/,
  /<meta[^>]{1,200}itemprop="(?:identifier|channelId)"[^>]{1,200}content="(UC[\w-]{22})"/,
  /"externalId":"(UC[\w-]{22})"/,
]

// Reads the id of a YouTube channel from its page and returns the address of its feed.
export async function findChannelFeed(fetch: Fetch, page: URL, now: Date, signal: AbortSignal): Promise<string> {
  const reply = await fetch(page, { headers: { accept: 'text/html' }, signal, bytesMax: PAGE_BYTES_MAX })
  const failure = failureOf(reply, now)
  if (failure !== null) throw failure
  const html = decodeText(reply.bytes, reply.headers.get('content-type'))
  const id = OWN_ID.map((pattern) => pattern.exec(html)?.[1]).find((found) => found !== undefined)
  if (id === undefined)
    throw new SourceError('unreadable', 'The page names no YouTube channel; add the channel by its id (UC…) instead.')
  return channelFeed(page.origin, id)
}
