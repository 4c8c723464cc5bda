// A link without what varies between two listings of one article: scheme, `www.`, AMP, tracking parameters, fragment, trailing slash.
// Two articles must never get the same one, so what may select content stays: other parameters, the case of the path, other
// subdomains. Null for what cannot identify an article: a home page, or something that is not a web address.
export function canonicalLink(link: string): string | null {
  const given = URL.parse(link)
  if (given === null || !/^https?:$/.test(given.protocol)) return null
  const url = outOfAmpCache(given)
  const host = url.host.replace(/\.(?=$|:)/, '').replace(/^(www\.|amp\.)+(?=[^.]+\.)/, '')
  const path = withoutAmp(url.pathname.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase()).replace(/\/+$/, ''))
  const query = canonicalQuery(url.searchParams)
  // `#!` is a path of a page that is loaded by a script.
  const fragment = url.hash.startsWith('#!') ? url.hash : ''
  if (path === '' && query === '' && fragment === '') return null
  const canonical = `${host}${path}${query}${fragment}`
  return canonical.length > CANONICAL_LINK_MAX ? null : canonical
}

// A longer one would not fit into an index.
const CANONICAL_LINK_MAX = 2_000

// Set by newsletters, social networks and advertising; no outlet selects an article by one of these.
const TRACKING = new Set([
  'fbclid',
  'gclid',
  'dclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'yclid',
  'twclid',
  'ttclid',
  'igshid',
  'igsh',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_ga',
  '_gl',
  'ref_src',
  'ref_url',
])

function canonicalQuery(given: URLSearchParams): string {
  const kept = [...given].filter(
    ([name, value]) => !isTracking(name.toLowerCase()) && !isAmp(name.toLowerCase(), value),
  )
  if (kept.length === 0) return ''
  const sorted = new URLSearchParams(kept)
  sorted.sort()
  return `?${sorted}`
}

function isTracking(name: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name)
}

function isAmp(name: string, value: string): boolean {
  return (name === 'amp' && /^(1|true|)$/i.test(value)) || (name === 'outputtype' && value.toLowerCase() === 'amp')
}

// `/a-headline-123/amp` is the article before it. `/tag/amp` is not: the name of an article has a hyphen or a digit.
function withoutAmp(path: string): string {
  return path.replace(/(\/[^/]*[-\d][^/]*)\/amp$/i, '$1').replace(/\.amp(\.html?)?$/i, '$1')
}

// Copies that AMP caches serve: `example-com.cdn.ampproject.org/c/s/example.com/a`, `www.google.com/amp/s/example.com/a`.
function outOfAmpCache(url: URL): URL {
  const isCache = url.hostname.endsWith('.cdn.ampproject.org')
  const prefix = isCache
    ? /^\/[cv]\/(?:s\/)?/
    : /^(www\.)?google\.[a-z.]+$/.test(url.hostname)
      ? /^\/amp\/(?:s\/)?/
      : null
  if (prefix === null || !prefix.test(url.pathname)) return url
  const inner = URL.parse(`https://${url.pathname.replace(prefix, '')}${url.search}${url.hash}`)
  return inner?.hostname.includes('.') === true ? inner : url
}
