import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hasCitus } from '../../src/store/distribute.ts'
import { aProject, type Client, logIn, type Service, startService } from '../processes/service.ts'
import { emptyDatabase, onServer, type TestDatabase, testDatabase } from '../setup.ts'
import { type Contents, openSnapshot, readContents } from './compare.ts'
import { pantau } from './pantau.ts'

// Backups in a row beside a running service, each restored and compared row by row with what the database contained at its moment.
// At full size: docs/how-to/back-up-and-upgrade.md.
const RUNS = Number(process.env.PANTAU_FAULT_BACKUP_RUNS ?? 2)
const MENTIONS = Number(process.env.PANTAU_FAULT_BACKUP_MENTIONS ?? 2_000)
const TIMEOUT_MS = 180_000 + RUNS * (10_000 + MENTIONS * 2)
const IMPORT_ROWS = 1_000
// Posts that the load imports: first new, then known with other numbers.
const LOAD_POSTS = 2_000
const LOAD_ROWS = 40

const folder = mkdtempSync(join(tmpdir(), 'pantau-backup-'))
let database: TestDatabase
let service: Service
let client: Client
let skip: string | undefined

before(
  async () => {
    database = await testDatabase()
    await onServer(database.url, async (db) => {
      if (await hasCitus(db)) skip = 'the nodes of Citus do not share a snapshot'
    })
    service = await startService('start', {
      database: database.url,
      env: { PANTAU_DEFAULT_QUOTA: '2000000000', PANTAU_WORKERS: '2' },
    })
    client = await logIn(() => service.base)
    const project = await addProject('banjir')
    for (let from = 0; from < MENTIONS; from += IMPORT_ROWS) {
      await load(project, rows('seed', from, Math.min(IMPORT_ROWS, MENTIONS - from)))
    }
  },
  { timeout: TIMEOUT_MS },
)
after(async () => {
  await service.end('SIGTERM')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function addProject(keyword: string): Promise<string> {
  const { status, body } = await client.request('POST', '/api/project', aProject(keyword))
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

async function load(project: string, posts: readonly object[]): Promise<void> {
  const { status, body } = await client.load(`/api/import?keywordId=${project}`, posts)
  assert.equal(status, 200, JSON.stringify(body))
}

function rows(name: string, from: number, total: number): object[] {
  return Array.from({ length: total }, (_, index) => {
    const n = from + index
    return {
      platform: 'twitter',
      id: `${name}${n}`,
      text: `banjir ${wordsOf(n)}\t\\N \\. "${n % 7}"\n${n % 5 === 0 ? '😀' : ''}`,
      author_id: `a${n % 500}`,
      likes: Math.floor(Math.random() * 1_000),
      published_at: new Date(Date.now() - n * 60_000).toISOString(),
    }
  })
}

// Different enough that most posts are a story of their own.
function wordsOf(n: number): string {
  return Array.from({ length: 12 }, (_, index) => `kata${(n * 7_919 + index * 104_729) % 1_000_003}`).join(' ')
}

// Inserts, updates and deletes without a pause until it is stopped.
function startLoad(): { stop(): Promise<number> } {
  let stopped = false
  let rounds = 0
  const work = (async () => {
    const project = await addProject('banjir')
    for (; !stopped; rounds++) {
      await load(project, rows('load', (rounds * LOAD_ROWS) % LOAD_POSTS, LOAD_ROWS))
      const short = await addProject('banjir')
      await load(short, rows('short', 0, 10))
      const { status } = await client.request('DELETE', `/api/project?id=${short}`)
      assert.equal(status, 200)
    }
    return rounds
  })()
  // The rejection is seen by `stop`.
  work.catch(() => {})
  return {
    stop() {
      stopped = true
      return work
    },
  }
}

async function backUpAndCompare(run: string): Promise<void> {
  const file = join(folder, `${run}.gz`)
  const expected = await backUp(file)
  const target = await emptyDatabase()
  try {
    const restored = await pantau(['restore', file], { DATABASE_URL: target.url })
    assert.equal(restored.status, 0, restored.printed)
    await onServer(target.url, async (db) => {
      assert.deepEqual(await readContents(db), expected)
    })
  } finally {
    await target.drop()
    rmSync(file)
  }
}

// Returns what the database contained at the moment of the backup.
async function backUp(file: string): Promise<Contents> {
  const snapshot = await openSnapshot(database.url)
  try {
    const { status, printed } = await pantau(['backup', file, '--snapshot', snapshot.name], {
      DATABASE_URL: database.url,
    })
    assert.equal(status, 0, printed)
    return await snapshot.contents()
  } finally {
    await snapshot.close()
  }
}

for (const [name, isLoaded] of [
  ['an idle service', false],
  ['a service under write load', true],
] as const) {
  test(`${RUNS} backups in a row beside ${name} finish, and each restores the same rows`, {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    if (skip !== undefined) return t.skip(skip)
    const writers = isLoaded ? startLoad() : null
    try {
      for (let run = 0; run < RUNS; run++) await backUpAndCompare(`${isLoaded ? 'load' : 'idle'}-${run}`)
    } finally {
      const rounds = await writers?.stop()
      if (rounds !== undefined) {
        assert.ok(rounds > 0, 'there was load')
        t.diagnostic(`${rounds} rounds of writing`)
      }
    }
    assert.deepEqual(readdirSync(folder), [], 'nothing partial is left behind')
    await onServer(database.url, async (db) => {
      const left = await db`select pid from pg_stat_activity where application_name = 'pantau backup'`
      assert.equal(left.length, 0, 'no snapshot is held open')
    })
  })
}
