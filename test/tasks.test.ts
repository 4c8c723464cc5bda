import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { DISTRIBUTED, hasCitus } from '../src/store/distribute.ts'
import { mergeSegments } from '../src/store/search/merge.ts'
import { sealTail } from '../src/store/search/seal.ts'
import { addProjectWith, startApi, type TestApi, type TestResponse, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}
const NAMES = new RegExp(`\\b(from|join|into|update|using)\\s+(${DISTRIBUTED.join('|')})\\b`)

// Statements that are meant to read several nodes, by a part of their text.
const SEVERAL_PROJECTS = [
  // Several projects of an account: the overview, and a mention by its id.
  'project_id = any($',
]

describe('statements on distributed tables', () => {
  const statements = new Map<string, Statement>()
  let api: TestApi
  let stop = () => {}

  before(async () => {
    stop = recordStatements(statements)
    api = await startApi()
    await useEverything(api)
  })
  after(async () => {
    stop()
    await api.close()
  })

  test('each names one project, so that it needs one node', () => {
    assert.ok(statements.size > 40, `only ${statements.size} statements were recorded`)
    const wide = [...statements.values()].filter(({ text }) => !namesProject(text) && !isMeant(text))
    assert.deepEqual(
      wide.map(({ text }) => text),
      [],
    )
  })

  test('each is one task on a coordinator of Citus', async (t) => {
    if (!(await hasCitus(api.pool))) return t.skip('DATABASE_URL is not a coordinator of Citus')
    const wide: string[] = []
    for (const { text, values } of statements.values()) {
      const tasks = await countTasks(api, { text, values })
      if (tasks > 1 && !isMeant(text)) wide.push(`${tasks} tasks: ${text}`)
    }
    assert.deepEqual(wide, [])
  })
})

// Mentions are stored twice, so that stories have copies and engagement changes, read in every way, and changed.
async function useEverything(api: TestApi): Promise<void> {
  const user = await api.user()
  const posts = Array.from({ length: 30 }, (_, n) => ({
    platformId: `p${n}`,
    platform: n % 3 === 0 ? ('news' as const) : ('twitter' as const),
    text:
      n % 2 === 0
        ? `banjir di jakarta sore ini warga mengungsi ke posko ${n % 4}`
        : `banjir jakarta nomor ${n} kata${n} lain${n} beda${n}`,
    at: `2026-06-${String((n % 28) + 1).padStart(2, '0')}T0${n % 10}:00:00Z`,
    engagement: { likes: n },
    entities: ['Jakarta'],
  }))
  const id = await addProjectWith(api, user, posts)
  await seedMentions(
    api.pool,
    user,
    { id },
    posts.map((post) => ({ ...post, engagement: { likes: 99 } })),
  )
  await readEverything(user, id)
  await sealTail(api.pool, id)
  await mergeSegments(api.pool, id)
  await readEverything(user, id)
  await changeEverything(user, id)
}

const RANGE = 'from=2026-06-01&to=2026-06-30'

async function readEverything({ get, send }: TestUser, id: string): Promise<void> {
  const reads = [
    `/api/mentions?keywordId=${id}&page=1&limit=10`,
    `/api/mentions?keywordId=${id}&page=2&limit=10&sentimen=0`,
    `/api/mentions/r10?keywordId=${id}&page=1&limit=10`,
    `/api/mentions/r10?keywordId=${id}&page=1&limit=10&sentimen=0`,
    `/api/mentions/search?keywordId=${id}&q=banjir&limit=10`,
    `/api/mentions/search?keywordId=${id}&q=${encodeURIComponent('"nomor 3"')}&limit=10&${RANGE}`,
    `/api/mentions/changes?keywordId=${id}&since=0`,
    `/api/project/content-count?id=${id}&sosmedId=news`,
    '/api/project/overview',
    `/api/project/insights?id=${id}&${RANGE}`,
    `/api/project/insights?id=${id}&${RANGE}&sentimen=0`,
    `/api/project/figures?id=${id}&${RANGE}`,
    `/api/project/coverage?id=${id}&${RANGE}`,
    `/api/project/moments?id=${id}&${RANGE}`,
    `/api/campaigns?keywordId=${id}&${RANGE}`,
    `/api/export?keywordId=${id}&format=csv`,
  ]
  for (const url of reads) await succeed(get(url), url)
  await succeed(send('POST', `/api/project/generate-summary/${id}`), 'generate-summary')
  await succeed(get(`/api/project/summary/${id}`), 'summary')
}

async function changeEverything({ get, send }: TestUser, id: string): Promise<void> {
  const { body } = await get(`/api/mentions?keywordId=${id}&page=1&limit=10`)
  const [first, second] = body.data
  await succeed(get(`/api/mentions/${first.id}`), 'a mention')
  await succeed(get(`/api/mentions/${first.id}/similar`), 'similar')
  await succeed(send('PATCH', `/api/mentions/${first.id}`, { sentimen: -1 }), 'correct')
  await succeed(send('PUT', `/api/mentions/${first.id}/tags/penting`), 'tag')
  await succeed(send('PATCH', `/api/mentions/${second.id}`, { hidden: true }), 'hide')
  await succeed(get(`/api/mentions/hidden?keywordId=${id}&limit=10`), 'hidden')
}

async function succeed(response: Promise<TestResponse>, name: string): Promise<void> {
  const { status, body } = await response
  assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(body)}`)
}

// A cast of the column would keep Citus from choosing the shard.
function namesProject(text: string): boolean {
  if (/project_id::/.test(text)) return false
  return /project_id = \$\d+/.test(text) || /^\s*insert into \w+( as \w+)? \(project_id/.test(text)
}

function isMeant(text: string): boolean {
  return SEVERAL_PROJECTS.some((part) => text.includes(part))
}

// Every statement that a client of this process sends and that names a distributed table, with the values of its first execution.
function recordStatements(statements: Map<string, Statement>): () => void {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof original>) {
    const [config] = args as unknown as [Partial<Statement> | string]
    if (
      typeof config === 'object' &&
      config.text !== undefined &&
      NAMES.test(config.text) &&
      !statements.has(config.text)
    ) {
      statements.set(config.text, { text: config.text, values: config.values ?? [] })
    }
    return original.apply(this, args)
  } as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

// 0 for an insert whose rows the coordinator computes and sends to their node.
async function countTasks(api: TestApi, { text, values }: Statement): Promise<number> {
  const client = new pg.Client({ connectionString: api.url.replace(/[?&]plan_cache_mode=auto/, '') })
  await client.connect()
  try {
    const { rows } = await client.query(`explain ${text}`, [...values])
    const counts = rows.map((row) => /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? '0')
    return Math.max(...counts.map(Number))
  } catch (error) {
    // Citus cannot explain an insert from a select with parameters. The other test reads its text.
    if ((error as { code?: string }).code === '42704' && /^\s*insert/.test(text)) return 0
    throw error
  } finally {
    await client.end()
  }
}
