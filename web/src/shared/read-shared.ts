import type { WireSharedReport } from '../../../src/api/wire/report.ts'

export type Shared =
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly report: WireSharedReport }
  // It needs its password. `wrong`: one was sent.
  | { readonly state: 'locked'; readonly wrong: boolean; readonly waitSeconds: number | null }
  | { readonly state: 'ended' }
  | { readonly state: 'failed' }

// Reads the report behind a link, with its password if one is given.
export async function readShared(token: string, password: string | null): Promise<Shared> {
  const url = `/api/shared/${encodeURIComponent(token)}`
  const options: RequestInit =
    password === null
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ password }) }
  try {
    const response = await fetch(url, { credentials: 'omit', ...options })
    if (response.ok) return { state: 'shown', report: (await response.json()) as WireSharedReport }
    if (response.status === 404) return { state: 'ended' }
    if (response.status === 403) return { state: 'locked', wrong: password !== null, waitSeconds: null }
    if (response.status === 429)
      return { state: 'locked', wrong: false, waitSeconds: Number(response.headers.get('retry-after')) || 60 }
  } catch {
    // Unreachable: shown like any other failure.
  }
  return { state: 'failed' }
}
