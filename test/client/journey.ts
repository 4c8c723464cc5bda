import type { components, operations } from './types.ts'

// What a program does that was written against the generated types alone. `types.ts` is generated beside a copy of this file by
// client.test.ts, which compiles and runs both.

type Schemas = components['schemas']
type Query<Id extends keyof operations> = operations[Id] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : never
type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type Result<Id extends keyof operations> = operations[Id]['responses'] extends infer All
  ? JsonOf<All[Extract<keyof All, 200 | 201 | 202>]>
  : never

interface Call {
  readonly method?: string
  readonly token?: string
  readonly query?: object
  readonly body?: object | string
}

export interface Journey {
  readonly created: Schemas['Project']
  readonly run: Schemas['Job']
  readonly report: Schemas['ImportReport']
  readonly mentions: Schemas['MentionPage']
  readonly found: Schemas['MentionSearch']
  readonly changed: Schemas['ChangedMention']
  readonly exported: string
  readonly alert: Schemas['Alert']
  readonly ranked: Schemas['RankedStoryPage']
  readonly total: number
  readonly summary: string
  readonly quota: Schemas['Quota']
  readonly refused: Schemas['Error']
}

export async function makeJourney(base: string, credentials: Schemas['LogInBody'], line: string): Promise<Journey> {
  const { token } = await call<'logIn'>(base, '/api/auth/login', { method: 'POST', body: credentials })
  const project: Schemas['CreateProjectBody'] = {
    group: 'Klien',
    keyword: 'banjir',
    categoryId: 'umum',
    startDate: '2026-01-01',
    type: 'manual',
  }
  const { data: created } = await call<'createProject'>(base, '/api/project', { method: 'POST', token, body: project })
  const run = await collect(base, token, created.id)
  const ofProject = { keywordId: created.id } satisfies Query<'importPosts'>
  const report = await call<'importPosts'>(base, '/api/import', { method: 'POST', token, query: ofProject, body: line })
  // Without page and limit, which have defaults.
  const query: Query<'listMentions'> = { keywordId: created.id }
  const mentions = await call<'listMentions'>(base, '/api/mentions', { token, query })
  const words: Query<'searchMentions'> = { keywordId: created.id, q: 'banjir -iklan', order: 'newest' }
  const found = await call<'searchMentions'>(base, '/api/mentions/search', { token, query: words })
  const correction: Schemas['ChangeMentionBody'] = { sentimen: 1 }
  const address = `/api/mentions/${mentions.data[0]?.id}`
  const changed = await call<'changeMention'>(base, address, { method: 'PATCH', token, body: correction })
  const file: Query<'exportMentions'> = { keywordId: created.id, format: 'csv', columns: 'content,sentiment' }
  const exported = await (await send(base, '/api/export', { token, query: file })).text()
  const ranked = await call<'listRanked'>(base, '/api/mentions/r10', { token, query: ofProject })
  const byId: Query<'getInsights'> = { id: created.id, from: '2026-01-01', to: '2026-12-31' }
  const { total } = await call<'getInsights'>(base, '/api/project/insights', { token, query: byId })
  const written = `/api/project/generate-summary/${created.id}`
  const { result } = await call<'writeSummary'>(base, written, { method: 'POST', token })
  const rule: Schemas['AlertBody'] = {
    keywordId: created.id,
    name: 'Lonjakan',
    rule: { kind: 'volume', count: 100, minutes: 60 },
    channels: [],
  }
  const alert = await call<'addAlert'>(base, '/api/alerts', { method: 'POST', token, body: rule })
  const quota = await call<'getQuota'>(base, '/api/user-quota', { token })
  await call<'removeProject'>(base, '/api/project', { method: 'DELETE', token, query: { id: created.id } })
  await call<'logOut'>(base, '/api/auth/logout', { method: 'POST', body: { token } })
  const refused = (await (await send(base, '/api/project', { token })).json()) as Schemas['Error']
  const read = { mentions, found, changed, exported, ranked, total, summary: result.summary }
  return { created, run, report, ...read, alert, quota, refused }
}

// Dispatches a run and waits until it has ended.
async function collect(base: string, token: string, projectId: string): Promise<Schemas['Job']> {
  const body: Schemas['DispatchProjectBody'] = { keyword_id: projectId }
  const path = '/api/ai-service/scrap-project-keywords'
  const { result } = await call<'dispatchProject'>(base, path, { method: 'POST', token, body })
  for (let tries = 0; tries < 600; tries++) {
    const run = await call<'getJob'>(base, `/api/ai-service/jobs/${result.job_id}`, { token })
    if (run.status === 'done' || run.status === 'failed') return run
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The run did not end.')
}

async function call<Id extends keyof operations>(base: string, path: string, request: Call): Promise<Result<Id>> {
  const response = await send(base, path, request)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Result<Id>
}

function send(base: string, path: string, { method = 'GET', token, query = {}, body }: Call): Promise<Response> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return fetch(`${base}${path}?${search}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
