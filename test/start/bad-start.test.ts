import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ALL_SETTINGS } from '../../src/config.ts'
import { identifier } from '../../src/store/sql.ts'
import { onServer, testDatabase } from '../setup.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const isRoot = process.getuid?.() === 0

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pantau-bad-start-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly status: number
  readonly printed: string
}

function pantau(command: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const all = { ...process.env, PANTAU_DATA_DIR: join(folder, 'data'), PANTAU_DEFAULT_FEEDS: '0', ...env }
    execFile(process.execPath, [MAIN, command], { env: all, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({
        status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        printed: stdout + stderr,
      })
    })
  })
}

// One line for each fault, and nothing that only a programmer understands.
async function assertRefused(env: Readonly<Record<string, string>>, ...lines: RegExp[]): Promise<void> {
  const { status, printed } = await pantau('start', env)
  assert.equal(status, 1, printed)
  for (const line of lines) assert.match(printed, line)
  assert.doesNotMatch(printed, /\n {4}at |"stack"|node:internal/)
}

test('all settings that cannot be used are named at once, with an example', () =>
  assertRefused(
    {
      PANTAU_LOG_LEVEL: 'loud',
      PORT: '99999',
      DATABASE_URL: 'mysql://u:p@h/d',
      PANTAU_LLM_URL: 'ftp://x',
      PANTAU_TIMEZONE: 'Asia/Batavia2',
      PANTAU_TRUST_PROXY: 'everyone',
      PANTAU_CORS_ORIGINS: 'https://example.org/page',
      PANTAU_ADMIN_PASSWORD: 'password',
    },
    /^- PANTAU_LOG_LEVEL is not one of trace, .*Example: PANTAU_LOG_LEVEL=info$/m,
    /^- PORT is not a whole number from 0 to 65535\. Example: PORT=3000$/m,
    /^- DATABASE_URL is not a PostgreSQL address\. Example: DATABASE_URL=postgres:\/\//m,
    /^- PANTAU_LLM_URL is not an http or https address\. Example: /m,
    /^- PANTAU_TIMEZONE is not a time zone\. Example: PANTAU_TIMEZONE=Asia\/Jakarta$/m,
    /^- PANTAU_CORS_ORIGINS has an item that is not an origin: .*\. Example: /m,
    /^- PANTAU_TRUST_PROXY is neither a number of proxies nor a list of their addresses\. Example: /m,
    /^- PANTAU_ADMIN_PASSWORD is one of the most common passwords; choose another\.$/m,
  ))

test('an unreachable server, a refused log-in, a missing database and missing rights each have a message of their own', async (t) => {
  const database = await testDatabase()
  const role = `pantau_test_${process.pid}`
  t.after(async () => {
    await onServer(database.url, (db) => db`drop role if exists ${identifier(role)}`)
    await database.drop()
  })
  const address = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return { DATABASE_URL: url.href }
  }
  await assertRefused(
    { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' },
    /^DATABASE_URL: nothing answers at 127\.0\.0\.1:1;/m,
  )
  await assertRefused(
    address((url) => {
      url.pathname = '/tidak_ada'
    }),
    /^DATABASE_URL: \S+ has no database "tidak_ada"\./m,
  )
  if (process.env.DATABASE_URL !== undefined) return
  await assertRefused(
    address((url) => {
      url.password = 'wrong'
    }),
    /^DATABASE_URL: \S+ refuses the password\./m,
  )
  await onServer(database.url, async (db) => {
    await db`create role ${identifier(role)} login password 'tanpa hak'`
    await db`revoke create on schema public from public`
  })
  await assertRefused(
    address((url) => {
      url.username = role
      url.password = 'tanpa hak'
    }),
    /^DATABASE_URL: the user may not create tables in this database\./m,
  )
})

test('a port in use is named, and the bundled database is stopped again', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  await assertRefused({ PORT: String(port) }, new RegExp(`^PORT: ${port} on 127\\.0\\.0\\.1 is in use`, 'm'))
  await assertRefused({ HOST: '203.0.113.7', PORT: '0' }, /^HOST: this machine has no such address\./m)
})

test('a data folder that cannot be used is named with the reason', async () => {
  writeFileSync(join(folder, 'file'), '')
  await assertRefused(
    { PANTAU_DATA_DIR: join(folder, 'file', 'data') },
    /^PANTAU_DATA_DIR: .*a part of the path is a file\./m,
  )
  await assertRefused({ PANTAU_DATA_DIR: '/proc/pantau/data' }, /^PANTAU_DATA_DIR: .*nothing can be created there\./m)
})

test('a data folder without the right to write is refused', { skip: isRoot && 'root may write anywhere' }, async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o500)
  await assertRefused({ PANTAU_DATA_DIR: closed }, /^PANTAU_DATA_DIR: .*may not write there\./m)
})

test('no setting, valid or not, is ever printed', async () => {
  const mark = 'gEhEim-7h3Qx'
  const unread = { PANTAU_ENV_FILE: `${mark}:@@ ${mark}` }
  // Nothing else is read when the file with more settings cannot be.
  const malformed = Object.fromEntries(
    ALL_SETTINGS.map(({ name }) => [name, name in unread ? '/dev/null' : `${mark}:@@ ${mark}`]),
  )
  const valid: Record<string, string> = { PANTAU_LOG_LEVEL: 'trace', PORT: '0' }
  for (const { name, kind } of ALL_SETTINGS) {
    if (kind === 'secret') valid[name] = mark
    if (kind === 'url' || kind === 'optional-url') valid[name] = `http://user:${mark}@127.0.0.1:9/`
    if (kind === 'smtp-url') valid[name] = `smtp://user:${mark}@127.0.0.1:9`
    if (kind === 'postgres-url') valid[name] = `postgres://user:${mark}@127.0.0.1:9/pantau`
  }
  valid.PANTAU_LLM_MODEL = 'model'
  valid.PANTAU_MAIL_FROM = 'pantau@example.org'
  for (const env of [unread, malformed, valid, { ...valid, DATABASE_URL: `postgres://user:${mark}@[::` }]) {
    for (const command of ['start', 'doctor', 'migrate']) {
      const { status, printed } = await pantau(command, env)
      assert.notEqual(status, 0)
      assert.ok(!printed.includes(mark), `${command}: ${printed}`)
    }
  }
})
