import { setTimeout as sleep } from 'node:timers/promises'
import { COMMON_WORD, DAY_MS, KEYWORD, openPostMaker, type PostRow } from './posts.ts'
import { type FrontClient, type FrontService, logIn } from './service.ts'

// What a user has besides mentions, made through the front door.
export interface Prepared {
  readonly client: FrontClient
  readonly projectId: string
  // Of a second user, with a small project.
  readonly other: { readonly client: FrontClient; readonly projectId: string }
  // One of PROJECTS small ones, which has the incident.
  readonly smallId: string
  readonly end: Date
}

const PROJECTS = 100
const SMALL_ROWS = 50
const ALERT_COUNT = 20
const INCIDENT_CHECKS = 240
const CAMPAIGN_AUTHORS = 80
const CAMPAIGN_DAYS_AGO = 2
const SECOND_PASSWORD = 'sandi orang lain'

export async function prepare({ base }: FrontService, end: Date): Promise<Prepared> {
  const client = await logIn(base)
  await client.request('POST', '/api/admin/users', {
    username: 'kedua',
    password: SECOND_PASSWORD,
    name: 'Kedua',
    email: 'kedua@example.org',
    kuota: 1_000_000,
  })
  const second = await logIn(base, 'kedua', SECOND_PASSWORD)
  const otherId = await addProject(second, 'Kedua')
  await importRows(second, otherId, openPostMaker(2, end).make(SMALL_ROWS))
  const makers = openPostMaker(3, end)
  let smallId = ''
  for (let n = 1; n < PROJECTS; n++) {
    smallId = await addProject(client, `Kecil ${n}`)
    await importRows(client, smallId, makers.make(SMALL_ROWS))
  }
  await openIncident(client, smallId)
  return {
    client,
    projectId: await addProject(client, 'Besar'),
    other: { client: second, projectId: otherId },
    smallId,
    end,
  }
}

// After a restart both users log in again.
export async function logInAgain(prepared: Prepared, { base }: FrontService): Promise<Prepared> {
  const second = await logIn(base, 'kedua', SECOND_PASSWORD)
  return { ...prepared, client: await logIn(base), other: { ...prepared.other, client: second } }
}

export async function addProject(client: FrontClient, group: string): Promise<string> {
  const { body } = await client.request('POST', '/api/project', {
    group,
    keyword: KEYWORD,
    categoryId: 'umum',
    startDate: '2020-01-01',
    type: 'auto',
  })
  return body.data.id
}

// Every row must be new: a benchmark of rows that are refused says nothing.
export async function importRows(client: FrontClient, projectId: string, rows: Iterable<PostRow>): Promise<number> {
  const { body } = await client.upload(`/api/import?keywordId=${projectId}`, rows)
  if (body.new !== body.rows) throw new Error(`Not every row was stored: ${JSON.stringify(body).slice(0, 500)}`)
  return body.new
}

async function openIncident(client: FrontClient, projectId: string): Promise<void> {
  await client.request('POST', '/api/alerts', {
    keywordId: projectId,
    name: 'Ramai',
    rule: { kind: 'volume', count: ALERT_COUNT, minutes: 60 },
    channels: [],
  })
  const now = Date.now()
  const burst = [...openPostMaker(4, new Date(now)).make(ALERT_COUNT * 2)]
  await importRows(
    client,
    projectId,
    burst.map((row, n) => ({ ...row, published_at: new Date(now - n * 30_000).toISOString() })),
  )
  for (let check = 0; check < INCIDENT_CHECKS; check++) {
    const { body } = await client.request('GET', '/api/incidents')
    if (body.data.length > 0) return
    await sleep(500)
  }
  throw new Error('No incident was opened.')
}

// Ids that readings need. What can be kept is made once; what shows mentions is looked up at each size.
export interface Made {
  readonly auditId: string
  readonly bulkId: string
  readonly reportId: string
  readonly feedSecret: string
  readonly shareToken: string
  readonly channelId: string
}

export async function makeExtras({ client, projectId, end }: Prepared): Promise<Made> {
  const id = projectId
  const day = (daysAgo: number) => new Date(end.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const filter = { from: day(30), to: day(1) }
  await importRows(client, id, copiesOfOne(end))
  const post = async (path: string, body: unknown) => (await client.request('POST', path, body)).body
  const change = await post('/api/mentions/bulk', {
    keywordId: id,
    filter: { q: 'setinggi' },
    change: { tag: 'tinggi' },
  })
  await post('/api/mentions/bulk', { keywordId: id, filter: { q: hiddenWord }, change: { hidden: true } })
  await post('/api/views', { keywordId: id, name: 'Pekan ini', filter: { sentimen: -1 }, range: { period: '7d' } })
  await post('/api/notes', { keywordId: id, day: day(3), text: 'Pintu air dibuka' })
  await post('/api/alerts', {
    keywordId: id,
    name: 'Lonjakan',
    rule: { kind: 'spike', sensitivity: 'medium' },
    channels: [],
  })
  const audit = await post('/api/audits', { keywordId: id, filter, size: 50 })
  const blocks = ['figures', 'chart', 'why', 'stories', 'voices', 'sentiment', 'coverage', 'method'].map((kind) => ({
    kind,
  }))
  const report = await post('/api/reports', { keywordId: id, filter, blocks, language: 'id', title: 'Bulanan' })
  const link = await post(`/api/reports/${report.id}/links`, {})
  const feed = await post('/api/feeds', { keywordId: id, list: 'mentions', filter: { sentimen: -1 } })
  const channel = await post('/api/channels', {
    kind: 'webhook',
    name: 'Redaksi',
    url: 'https://redaksi.example.org/pantau',
  })
  await client.request('PUT', '/api/brief', {
    days: ['mon'],
    time: '07:00',
    timeZone: 'Asia/Jakarta',
    projects: 'all',
    channels: [],
    language: 'id',
  })
  await post(`/api/project/generate-summary/${id}`, undefined)
  await post('/api/project/seen', { id })
  return {
    auditId: audit.id,
    bulkId: change.id,
    reportId: report.id,
    feedSecret: /feeds\/(.+)\.atom$/.exec(feed.atom)?.[1] ?? '',
    shareToken: link.url.split('/').at(-1),
    channelId: channel.id,
  }
}

// A few mentions are hidden.
const hiddenWord = `${COMMON_WORD} nomor3x`

// One text by many authors within minutes, which is a sign of a campaign.
function copiesOfOne(end: Date): PostRow[] {
  const [first] = openPostMaker(8, end).make(1)
  return Array.from({ length: CAMPAIGN_AUTHORS }, (_, n) => ({
    ...(first as PostRow),
    id: `kampanye-${n}`,
    text: 'banjir ini bukti pembangunan tanggul selesai tepat waktu dan warga kota aman, dukung terus program ini #TanggulAman',
    author_id: `dukung${n}`,
    author_username: `dukung${n}`,
    author_name: `dukung${n}`,
    published_at: new Date(end.getTime() - CAMPAIGN_DAYS_AGO * DAY_MS + n * 5_000).toISOString(),
  }))
}
