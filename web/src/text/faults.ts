import { type Described, type Patterns, readCoded } from './coded.ts'
import type { Format } from './format.ts'

// Why collecting or sending ended, paused or left something out, as the log and the API write it in English. Read here as codes, so that no screen
// shows them raw.
const PATTERNS = [
  ['not_configured', /^not_configured|is not configured/],
  ['not_confirmed', /^The address is not confirmed/],
  ['redirected', /^Redirects are not followed/],
  // A search may stop at its own number of requests, too.
  ['rest_later', /^budget_spent: The rest will be requested/],
  ['quota_exhausted', /^(?:quota_exhausted|budget_spent)/],
  // 1: the time.
  ['waits', /waits until (\S+Z)/],
  ['waiting', /^Waiting: /],
  ['window_truncated', /^window_truncated/],
  ['exclusion_not_pushed', /^exclusion_not_pushed/],
  ['term_not_searchable', /^term_not_searchable/],
  ['partial_page', /^partial_page/],
  ['subsource_failed', /^subsource_failed/],
  ['dialect_switched', /^dialect_switched/],
  // 1: how many.
  ['unread_feeds', /^(\d+) feeds were not read in time/],
  ['edited', /^The project was edited/],
  ['continues', /^More (?:posts|rows|mentions|stories) to /],
  ['unknown_host', /ENOTFOUND|EAI_AGAIN|the host name has no address/],
  ['timeout', /no response within the time limit|ETIMEDOUT|timed out/i],
  ['private_address', /refused, (?:its|the)|not public/],
  ['certificate', /certificate|CERT_|self-signed|SSL|TLS/],
  ['no_connection', /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|socket|other side closed|fetch failed/],
  ['robots', /robots\.txt/i],
  ['not_found', /\b(?:404|410)\b|It is no longer polled/],
  ['not_a_feed', /web page|neither a feed|not a JSON Feed|other than a feed/i],
  ['feed_empty', /^The feed has no entries/],
  ['feed_same', /^No change since the last reading/],
  // 1: how many, 2: of how many.
  ['feed_undated', /^(\d+) of (\d+) entries have no date/],
  ['feed_repeating', /^(\d+) of (\d+) entries are known articles/],
  // 1: how many.
  ['feed_old', /^(\d+) newly listed entries are older/],
  ['feed_stale', /^The newest entry is (\d+) days old/],
  ['auth', /\bauth: |\b401\b/],
  ['forbidden', /\bforbidden: |\b(?:402|403|451)\b/],
  ['rate_limited', /rate limit|\b429\b|too many requests/i],
  ['quota', /quota|credits|usage cap/i],
  ['bad_request', /\bbad_request: |\b400\b/],
  ['upstream', /\bupstream: |\b5\d\d\b/],
  ['network', /\bnetwork: /],
  ['unreadable', /\bunreadable: |damaged|unknown format|larger than/],
] as const satisfies Patterns

// What is not known has the code `other`.
export type Faults = Described<(typeof PATTERNS)[number][0] | 'other'>

// Between the reasons of several sources, and not inside the sentence of one.
const BETWEEN = /; (?=[a-z][\w-]*: |\d+ feeds |not_configured|\S+ waits until )/

// A detail may join several, one for each source; the same reason is given once.
export function describeFault(detail: string, { faults }: { readonly faults: Faults }, format: Format): string {
  const described = detail.split(BETWEEN).map((part) => {
    const { code, parameters } = readCoded(PATTERNS, part) ?? { code: 'other', parameters: [] }
    return faults[code](...(code === 'waits' ? parameters.map((at) => format.time(at)) : parameters))
  })
  return [...new Set(described)].join(' ')
}
