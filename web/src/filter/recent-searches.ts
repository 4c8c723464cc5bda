const KEPT = 6
const PREFIX = 'pantau.searches.'

// Whose searches they are: several people may use one browser.
export interface Searcher {
  readonly accountId: string
  readonly projectId: string
}

// The searches of a person in a project, the latest first. They are not sent anywhere.
export function readSearches(searcher: Searcher): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(searcher)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(searcher: Searcher, q: string): void {
  if (q === '') return
  store(searcher, [q, ...readSearches(searcher).filter((other) => other !== q)].slice(0, KEPT))
}

export function forgetSearches(searcher: Searcher): void {
  store(searcher, [])
}

// When somebody logs out, for the next person at this browser.
export function forgetAllSearches(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {}
}

function keyOf({ accountId, projectId }: Searcher): string {
  return `${PREFIX}${accountId}.${projectId}`
}

// A browser may forbid storage, or have no room for it: then nothing is remembered.
function store(searcher: Searcher, searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(keyOf(searcher))
    else localStorage.setItem(keyOf(searcher), JSON.stringify(searches))
  } catch {}
}
