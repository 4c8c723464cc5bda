import { randomUUID } from 'node:crypto'
import { ExpectedCache } from '../../src/evaluate/expected-cache.ts'
import { evaluateProject } from '../../src/evaluate/live.ts'
import { addTestProject, type TestApi, type TestUser } from '../api.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

export const MINUTE = 60_000
export const HOUR = 3_600_000
// The start of the hour that is ten hours ago: everything below happens before now.
export const START = Math.floor(Date.now() / HOUR) * HOUR - 10 * HOUR

export interface Watched {
  readonly user: TestUser
  readonly project: { readonly id: string }
  seed(posts: readonly PostFields[]): Promise<void>
  addRule(rule: object, fields?: object): Promise<string>
  evaluate(at: number): Promise<void>
  incidents(): Promise<Incident[]>
  messages(): Promise<{ type: string; title: string; id: string; text: string }[]>
  backtest(rule: object, from: number, to: number, fields?: object): Promise<{ incidents: Incident[]; count: number }>
}

// biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
export type Incident = any

// A person with a project, and the evaluation of its rules at any instant.
export async function watchProject(api: TestApi, fields: object = {}): Promise<Watched> {
  const user = await api.user()
  const project = await addTestProject(user, fields as Record<string, unknown>)
  const deps = {
    pool: api.pool,
    how: { timeZone: 'Asia/Jakarta', requestSeconds: 3_600 },
    publicUrl: 'https://pantau.example',
    cache: new ExpectedCache(),
  }
  return {
    user,
    project,
    seed: async (posts) => {
      await seedMentions(api.pool, user, project, posts)
    },
    async addRule(rule, more = {}) {
      const body = { keywordId: project.id, name: 'A rule', rule, channels: [], ...more }
      const added = await user.send('POST', '/api/alerts', body)
      if (added.status !== 201) throw new Error(`The rule was not added: ${JSON.stringify(added.body)}`)
      return added.body.id
    },
    evaluate: (at) => evaluateProject(deps, project.id, new Date(at)),
    incidents: async () => (await user.get(`/api/incidents?keywordId=${project.id}`)).body.data.toReversed(),
    messages: async () => {
      const rows = await api.pool<{ id: string; type: string; title: string; text: string }>`
        select id, type, content->>'title' as title, content::text as text from message where account_id = ${user.id} order by created_at, id`
      return [...rows]
    },
    async backtest(rule, from, to, more = {}) {
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const response = await user.send('POST', '/api/alerts/backtest', {
        keywordId: project.id,
        rule,
        ...range,
        ...more,
      })
      if (response.status !== 200) throw new Error(`The back-test failed: ${JSON.stringify(response.body)}`)
      return response.body
    },
  }
}

export async function addTestChannel({ pool }: Pick<TestApi, 'pool'>, user: { readonly id: string }): Promise<string> {
  const id = randomUUID()
  await pool`
    insert into channel (id, account_id, kind, name, settings, state)
    values (${id}, ${user.id}, 'webhook', 'Test', '{}', 'ready')`
  return id
}

// Posts spread evenly over a time.
export function spread(count: number, from: number, lengthMs: number, fields: PostFields = {}): PostFields[] {
  return Array.from({ length: count }, (_, index) => ({ ...fields, at: from + Math.floor((index * lengthMs) / count) }))
}
