import robotsParser from 'robots-parser'
import { type Fetch, SourceError } from '../source.ts'

// Whether a page may be read by us, by the rules of RFC 9309. Asked before every article; feeds that the operator
// configured are read regardless.
export interface Robots {
  allows(url: URL, signal: AbortSignal): Promise<boolean>
}

export interface RobotsOptions {
  readonly fetch: Fetch
  // The name that robots.txt files would address us by, such as `Pantau`.
  readonly product: string
  readonly now: () => Date
}

const KEPT_MS = 24 * 3_600_000
// A site whose rules could not be read is left alone for this long, then asked again.
const FAILED_MS = 3_600_000
const ORIGINS_MAX = 2_000
const FILE_BYTES_MAX = 2 * 1024 * 1024
const READ_BYTES_MAX = 500 * 1024

type Rules = (url: URL) => boolean
interface Kept {
  readonly rules: Promise<Rules>
  untilMs: number
}

// The package's types describe a module that its one exported function is not.
const parseRobots = robotsParser as unknown as (
  address: string,
  text: string,
) => { isAllowed(url: string, product: string): boolean | undefined }

const everything: Rules = () => true
const nothing: Rules = () => false

export function openRobots({ fetch, product, now }: RobotsOptions): Robots {
  const kept = new Map<string, Kept>()
  return {
    async allows(url, signal) {
      const nowMs = now().getTime()
      let entry = kept.get(url.origin)
      if (entry === undefined || entry.untilMs <= nowMs) {
        entry = { rules: readRules(fetch, url, product, signal), untilMs: nowMs + KEPT_MS }
        remember(kept, url.origin, entry)
      }
      try {
        const rules = await entry.rules
        if (rules === nothing) entry.untilMs = Math.min(entry.untilMs, nowMs + FAILED_MS)
        return rules(url)
      } catch (error) {
        // Whoever asked first has stopped; the next one asks again.
        if (kept.get(url.origin) === entry) kept.delete(url.origin)
        throw error
      }
    },
  }
}

function remember(kept: Map<string, Kept>, origin: string, entry: Kept): void {
  kept.delete(origin)
  const [oldest] = kept.keys()
  if (kept.size >= ORIGINS_MAX && oldest !== undefined) kept.delete(oldest)
  kept.set(origin, entry)
}

async function readRules(fetch: Fetch, url: URL, product: string, signal: AbortSignal): Promise<Rules> {
  const address = new URL('/robots.txt', url)
  try {
    const reply = await fetch(address, { signal, bytesMax: FILE_BYTES_MAX })
    // 429 is "not now", which is not the same as having no rules.
    if (reply.status === 429 || reply.status >= 500) return nothing
    if (reply.status < 200 || reply.status >= 300) return everything
    const text = new TextDecoder().decode(reply.bytes.subarray(0, READ_BYTES_MAX))
    const robot = parseRobots(address.href, text)
    return (page) => robot.isAllowed(page.href, product) !== false
  } catch (error) {
    if (error instanceof SourceError) return nothing
    throw error
  }
}
