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
  readonly report: Schemas['ImportReport']
  readonly mentions: Schemas['MentionPage']
  readonly changed: Schemas['ChangedMention']
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
  const ofProject = { keywordId: created.id } satisfies Query<'importPosts'>
  const report = await call<'importPosts'>(base, '/api/import', { method: 'POST', token, query: ofProject, body: line })
  // Without page and limit, which have defaults.
  const query: Query<'listMentions'> = { keywordId: created.id }
  const mentions = await call<'listMentions'>(base, '/api/mentions', { token, query })
  const correction: Schemas['ChangeMentionBody'] = { sentimen: 1 }
  const address = `/api/mentions/${mentions.data[0]?.id}`
  const changed = await call<'changeMention'>(base, address, { method: 'PATCH', token, body: correction })
  const ranked = await call<'listRanked'>(base, '/api/mentions/r10', { token, query: ofProject })
  const byId: Query<'getInsights'> = { id: created.id, from: '2026-01-01', to: '2026-12-31' }
  const { total } = await call<'getInsights'>(base, '/api/project/insights', { token, query: byId })
  const written = `/api/project/generate-summary/${created.id}`
  const { result } = await call<'writeSummary'>(base, written, { method: 'POST', token })
  const quota = await call<'getQuota'>(base, '/api/user-quota', { token })
  await call<'removeProject'>(base, '/api/project', { method: 'DELETE', token, query: { id: created.id } })
  await call<'logOut'>(base, '/api/auth/logout', { method: 'POST', body: { token } })
  const refused = (await (await send(base, '/api/project', { token })).json()) as Schemas['Error']
  return { created, report, mentions, changed, ranked, total, summary: result.summary, quota, refused }
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
