const KEPT = 6
const KEY = 'pantau.searches.'

// The searches of this browser in a project, the latest first. They are not sent anywhere.
export function readSearches(projectId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY + projectId) ?? '[]')
    return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(projectId: string, q: string): void {
  if (q === '') return
  store(projectId, [q, ...readSearches(projectId).filter((other) => other !== q)].slice(0, KEPT))
}

export function forgetSearches(projectId: string): void {
  store(projectId, [])
}

// A browser may forbid storage, or have no room for it: then nothing is remembered.
function store(projectId: string, searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY + projectId)
    else localStorage.setItem(KEY + projectId, JSON.stringify(searches))
  } catch {}
}
