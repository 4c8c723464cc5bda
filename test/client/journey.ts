import { createPantau, type ImportReport, type Schemas, UnauthorizedError } from 'pantau-client'

// What a program does that installed the package. client.test.ts compiles and runs a copy of this file in an empty project.

export interface Journey {
  readonly created: Schemas['Project']
  readonly run: Schemas['Job']
  readonly report: ImportReport
  readonly mentions: Schemas['MentionPage']
  readonly found: readonly string[]
  readonly changed: Schemas['ChangedMention']
  readonly rankedIds: readonly string[]
  readonly exported: readonly string[]
  readonly columns: readonly string[]
  readonly alert: Schemas['Alert']
  readonly total: number
  readonly summary: string
  readonly quota: Schemas['Quota']
  readonly isRefused: boolean
}

export async function makeJourney(url: string, login: Schemas['LogInBody'], line: string): Promise<Journey> {
  const pantau = createPantau({ url, login })
  const project = {
    group: 'Klien',
    keyword: 'banjir',
    categoryId: 'umum',
    startDate: '2026-01-01',
    type: 'manual',
  } as const
  const { data: created } = await pantau.post('/api/project', { body: project })
  const keywordId = created.id
  const run = await pantau.waitForRun(await pantau.startRun(keywordId))
  const report = await pantau.importFile({ keywordId }, new Blob([line]))
  // Without page and limit, which have defaults.
  const mentions = await pantau.get('/api/mentions', { query: { keywordId } })
  const id = mentions.data[0]?.id ?? ''
  const found: string[] = []
  const words = { keywordId, q: 'banjir -iklan', order: 'newest' } as const
  for await (const mention of pantau.each('/api/mentions/search', { query: words })) found.push(mention.id)
  const changed = await pantau.patch('/api/mentions/{id}', { path: { id }, body: { sentimen: 1 } })
  const rankedIds: string[] = []
  for await (const ranked of pantau.each('/api/mentions/r10', { query: { keywordId } })) rankedIds.push(ranked.id)
  const exported: string[] = []
  for await (const mention of pantau.exportRows({ keywordId })) exported.push(mention.id)
  const columns: string[] = []
  for await (const row of pantau.exportRows({ keywordId, columns: 'content' })) columns.push(...Object.keys(row))
  const { total } = await pantau.get('/api/project/insights', {
    query: { id: keywordId, from: '2026-01-01', to: '2026-12-31' },
  })
  const { result } = await pantau.post('/api/project/generate-summary/{keywordID}', { path: { keywordID: keywordId } })
  const rule = { kind: 'volume', count: 100, minutes: 60 } as const
  const alert = await pantau.post('/api/alerts', { body: { keywordId, name: 'Lonjakan', rule, channels: [] } })
  const quota = await pantau.get('/api/user-quota')
  await pantau.delete('/api/project', { query: { id: keywordId } })
  const { token } = await pantau.post('/api/auth/login', { body: login })
  const other = createPantau({ url, token })
  await other.logOut()
  const isRefused = await other.get('/api/project').then(
    () => false,
    (error: unknown) => error instanceof UnauthorizedError,
  )
  await pantau.logOut()
  const { summary } = result
  const read = { mentions, found, changed, rankedIds, exported, columns, total, summary }
  return { created, run, report, ...read, alert, quota, isRefused }
}

// What the types refuse.
export function wrongCalls(url: string): unknown {
  const pantau = createPantau({ url, key: 'pantau_key' })
  return [
    // @ts-expect-error: the path does not exist.
    () => pantau.get('/api/nothing'),
    // @ts-expect-error: the query is required.
    () => pantau.get('/api/mentions'),
    // @ts-expect-error: a sentiment is -1, 0 or 1.
    () => pantau.patch('/api/mentions/{id}', { path: { id: '1' }, body: { sentimen: 2 } }),
    // @ts-expect-error: this is not read in pages.
    () => pantau.each('/api/user-quota'),
  ]
}
