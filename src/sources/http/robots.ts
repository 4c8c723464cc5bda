import robotsParser from 'robots-parser'
import { type Fetch, SourceError } from '../source.ts'

// Decides by RFC 9309 whether we may read a page. It is checked before every article; feeds that the operator configured are
// read regardless.
export interface Robots {
  allows(url: URL, signal: AbortSignal): Promise<boolean>
}

export interface RobotsOptions {
  readonly fetch: Fetch
  // The product name that robots.txt files use for us, such as `Pantau`.
  readonly product: string
  readonly now: () => Date
}

const CACHE_MS = 24 * 3_600_000
// A site whose rules could not be read is treated as disallowed for this long, then tried again.
const FAILED_MS = 3_600_000
const ORIGINS_MAX = 2_000
const FILE_BYTES_MAX = 2 * 1024 * 1024
const READ_BYTES_MAX = 500 * 1024

type Rules = (url: URL) => boolean
interface CacheEntry {
  readonly rules: Promise<Rules>
  expiresMs: number
}

// The package's types describe a module object, but it exports a single function.
const parseRobots = robotsParser as unknown as (
  address: string,
  text: string,
) => { isAllowed(url: string, product: string): boolean | undefined }

const allowAll: Rules = () => true
const denyAll: Rules = () => false

export function openRobots({ fetch, product, now }: RobotsOptions): Robots {
  const cache = new Map<string, CacheEntry>()
  return {
    async allows(url, signal) {
      const nowMs = now().getTime()
      let entry = cache.get(url.origin)
      if (entry === undefined || entry.expiresMs <= nowMs) {
        entry = { rules: readRules(fetch, url, product, signal), expiresMs: nowMs + CACHE_MS }
        addEntry(cache, url.origin, entry)
      }
      try {
        const rules = await entry.rules
        if (rules === denyAll) entry.expiresMs = Math.min(entry.expiresMs, nowMs + FAILED_MS)
        return rules(url)
      } catch (error) {
        // The first caller aborted, so the next one requests the rules again.
        if (cache.get(url.origin) === entry) cache.delete(url.origin)
        throw error
      }
    },
  }
}

function addEntry(cache: Map<string, CacheEntry>, origin: string, entry: CacheEntry): void {
  cache.delete(origin)
  const [oldest] = cache.keys()
  if (cache.size >= ORIGINS_MAX && oldest !== undefined) cache.delete(oldest)
  cache.set(origin, entry)
}

async function readRules(fetch: Fetch, url: URL, product: string, signal: AbortSignal): Promise<Rules> {
  const address = new URL('/robots.txt', url)
  try {
    const reply = await fetch(address, { signal, bytesMax: FILE_BYTES_MAX })
    // 429 is temporary; it does not mean that there are no rules.
    if (reply.status === 429 || reply.status >= 500) return denyAll
    if (reply.status < 200 || reply.status >= 300) return allowAll
    const text = new TextDecoder().decode(reply.bytes.subarray(0, READ_BYTES_MAX))
    const robot = parseRobots(address.href, text)
    return (page) => robot.isAllowed(page.href, product) !== false
  } catch (error) {
    if (error instanceof SourceError) return denyAll
    throw error
  }
}
