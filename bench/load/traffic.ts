import type { BenchProject } from '../fixture.ts'
import { openClient } from './client.ts'

// Mixed reads and writes of one user. Replies are checked: an overloaded service may refuse, but not be wrong.
export type Outcome =
  | { readonly kind: 'accepted' | 'refused'; readonly ms: number }
  | { readonly kind: 'wrong' | 'lost'; readonly reason: string }

export interface Traffic {
  // One request, chosen at random.
  request(): Promise<Outcome>
  // What was acknowledged, to compare with the database at the end.
  projects(): { readonly created: number; readonly deleted: number }
  close(): void
}

interface Kind {
  readonly share: number
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path(): string
  body?(): unknown
  // What is wrong with a reply, or null.
  check(status: number, body: never): string | null
  onRefused?(path: string): void
}

const LIMIT = 20
// Of readings, one reply in so many is parsed and checked; of the others only the status. Checking all would make the sender the bottleneck.
const CHECKED_ONE_IN = 8
const KEPT_MAX = 50

export function openTraffic(base: string, project: BenchProject, total: number, random: () => number): Traffic {
  const kept: string[] = []
  const counts = { created: 0, deleted: 0 }
  const kinds = [...readings(project, total, random), ...writings(kept, counts)]
  const client = openClient(base, { authorization: `Bearer ${project.token}`, 'content-type': 'application/json' })
  return {
    projects: () => counts,
    close: () => client.close(),
    async request() {
      const kind = choose(kinds, random())
      const start = performance.now()
      const body = kind.body?.()
      const path = kind.path()
      try {
        const reply = await client.request(kind.method, path, body === undefined ? null : JSON.stringify(body))
        const ms = performance.now() - start
        if (reply.status === 503) {
          kind.onRefused?.(path)
          const polite = reply.head.includes('retry-after:') && JSON.parse(reply.body).success === false
          if (polite) return { kind: 'refused', ms }
          return { kind: 'wrong', reason: `${kind.method} ${path}: 503 without Retry-After` }
        }
        const read = kind.method !== 'GET' || reply.status !== 200 || random() < 1 / CHECKED_ONE_IN
        const wrong = read ? kind.check(reply.status, JSON.parse(reply.body) as never) : null
        if (wrong === null) return { kind: 'accepted', ms }
        return { kind: 'wrong', reason: `${kind.method} ${path}: ${wrong}` }
      } catch (error) {
        return { kind: 'lost', reason: `${kind.method} ${path}: ${String(error)}` }
      }
    },
  }
}

function choose(kinds: readonly Kind[], chance: number): Kind {
  let left = chance * kinds.reduce((sum, { share }) => sum + share, 0)
  for (const kind of kinds) {
    left -= kind.share
    if (left < 0) return kind
  }
  return kinds[0] as Kind
}

const not200 = (status: number) => (status === 200 ? null : `status ${status}`)

function readings({ projectId }: BenchProject, total: number, random: () => number): Kind[] {
  const page = (most: number) => 1 + Math.floor(random() * most)
  const id = `keywordId=${projectId}&limit=${LIMIT}`
  return [
    {
      share: 40,
      method: 'GET',
      path: () => `/api/mentions?${id}&page=${page(total / LIMIT - 1)}`,
      check(status, body: { total: number; data: { createdat: string }[] }) {
        if (status !== 200 || body.total !== total || body.data.length !== LIMIT)
          return `status ${status}, total ${body.total}`
        const times = body.data.map(({ createdat }) => createdat)
        return times.join() === times.toSorted().reverse().join() ? null : 'not newest first'
      },
    },
    {
      share: 20,
      method: 'GET',
      path: () => `/api/mentions/r10?${id}&page=${page(50)}`,
      check: (status, body: { data: { rank: number }[] }) =>
        not200(status) ?? (body.data.every(({ rank }, n) => n === 0 || rank > 1) ? null : 'ranks are wrong'),
    },
    {
      share: 10,
      method: 'GET',
      path: () => `/api/project/content-count?id=${projectId}`,
      check: (status, body: { data: number }) => not200(status) ?? (body.data === total ? null : `count ${body.data}`),
    },
    { share: 10, method: 'GET', path: () => '/api/project?limit=10', check: (status) => not200(status) },
    { share: 10, method: 'GET', path: () => '/api/user-quota', check: (status) => not200(status) },
  ]
}

function writings(kept: string[], counts: { created: number; deleted: number }): Kind[] {
  const project = { group: 'Beban', keyword: 'beban', categoryId: 'umum', startDate: '2026-01-01', type: 'manual' }
  return [
    {
      share: 5,
      method: 'POST',
      path: () => '/api/project',
      body: () => project,
      check(status, body: { data: { id: string } }) {
        if (status !== 201) return `status ${status}`
        counts.created += 1
        kept.push(body.data.id)
        return null
      },
    },
    {
      share: 5,
      method: 'DELETE',
      // While there are few projects, one that does not exist.
      path: () => `/api/project?id=${kept.length > KEPT_MAX ? kept.shift() : 'none'}`,
      check(status) {
        if (status === 200) counts.deleted += 1
        return status === 200 || status === 404 ? null : `status ${status}`
      },
      onRefused(path) {
        const id = path.split('=')[1] ?? ''
        if (id !== 'none') kept.unshift(id)
      },
    },
  ]
}
