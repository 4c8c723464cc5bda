import assert from 'node:assert/strict'
import { PassThrough, Readable, Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { readBackup, writeBackup } from '../../src/postgres/backup.ts'
import { addTestProject, startApi, type TestApi } from '../api.ts'
import { seedMentions } from '../mentions.ts'
import { until } from '../processes/until.ts'
import { emptyDatabase, onServer } from '../setup.ts'

// Far longer than a step of a backup takes, and short for a test.
const STALL_MS = 1_500
const STALLED = /Aborted after 1\.5 s without progress/

let api: TestApi
before(async () => {
  api = await startApi()
  const user = await api.user()
  const text = 'banjir '.repeat(2_000)
  await seedMentions(
    api.pool,
    user,
    await addTestProject(user),
    Array.from({ length: 100 }, (_, n) => ({ text: `${text} nomor ${n}` })),
  )
})
after(() => api.close())

async function assertReleased(name: string, url = api.url): Promise<void> {
  await until('its connection is closed', async () => {
    let open = 0
    await onServer(url, async (db) => {
      open = (
        await db`select pid from pg_stat_activity where datname = current_database() and application_name = ${name}`
      ).length
    })
    return open === 0
  })
}

test('a backup whose output is never read is aborted, and its snapshot released', async () => {
  await assert.rejects(writeBackup(api.url, new PassThrough(), { stallMs: STALL_MS }), STALLED)
  await assertReleased('pantau backup')
})

test('a backup whose output accepts not even the first line is aborted', async () => {
  const blocked = new Writable({ highWaterMark: 1, write: () => {} })
  await assert.rejects(writeBackup(api.url, blocked, { stallMs: STALL_MS }), STALLED)
  await assertReleased('pantau backup')
})

test('a backup that waits for a locked table is aborted', async () => {
  await api.pool.begin(async (tx) => {
    await tx`lock table schema_migration in access exclusive mode`
    await assert.rejects(writeBackup(api.url, new PassThrough().resume(), { stallMs: STALL_MS }), STALLED)
  })
  await api.pool.begin(async (tx) => {
    await tx`lock table mention in access exclusive mode`
    await assert.rejects(writeBackup(api.url, new PassThrough().resume(), { stallMs: STALL_MS }), STALLED)
  })
  await assertReleased('pantau backup')
})

test('a backup whose output fails ends with that failure, and its snapshot is released', async () => {
  let written = 0
  const full = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.length
      done(written > 200_000 ? new Error('no space left') : null)
    },
  })
  full.on('error', () => {})
  await assert.rejects(writeBackup(api.url, full, { stallMs: 60_000 }), /no space left/)
  await assertReleased('pantau backup')
})

test('a slow reader that makes progress is not aborted', async () => {
  const slow = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void setTimeout(done, 20),
  })
  assert.ok((await writeBackup(api.url, slow, { stallMs: STALL_MS })).rows > 100)
})

test('a restore whose input stops is aborted with nothing restored', async () => {
  const out = new PassThrough({ highWaterMark: 64 * 1024 * 1024 })
  await writeBackup(api.url, out)
  const text = (out.read() as Buffer).toString()
  const target = await emptyDatabase()
  const input = new Readable({ read: () => {} })
  input.push(text.slice(0, text.lastIndexOf('banjir')))
  await assert.rejects(readBackup(target.url, input, { stallMs: STALL_MS }), STALLED)
  await assertReleased('pantau restore', target.url)
  await onServer(target.url, async (db) => {
    for (const table of ['account', 'project', 'mention']) {
      const [found] = await db.query(`select count(*)::int as n from ${table}`, [])
      assert.equal(found?.n, 0, table)
    }
  })
  await target.drop()
})
