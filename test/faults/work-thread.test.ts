import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPool } from '../../src/store/db.ts'
import { assertExact, mentionIds } from '../collect/fixture.ts'
import { NEWS_PATHS, openNewsPlatform } from '../platforms/news.ts'
import { aProject, logIn, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { testDatabase } from '../setup.ts'

const FAILING = new URL('./failing-thread.ts', import.meta.url).href

test('when the worker thread fails, requests are still served, a new thread takes over, and nothing is lost or duplicated', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-failing-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const fail = join(folder, 'fail')
  const database = await testDatabase()
  t.after(() => database.drop())
  const pool = openPool(database.url, { max: 2 })
  t.after(() => pool.end({ timeout: 5 }))
  const news = await openNewsPlatform()
  t.after(() => news.close())
  const service = await startService('start', {
    database: database.url,
    node: ['--import', FAILING],
    env: { FAIL_FILE: fail, PANTAU_LEASE_SECONDS: '2' },
  })
  t.after(() => service.end('SIGKILL'))
  const client = await logIn(() => service.base)
  const created = await client.request('POST', '/api/project', aProject('banjir'))
  const id: string = created.body.data.id
  await client.request('PATCH', '/api/project/listen-status', { id, islisten: 1 })
  await client.request('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href })
  let published = 0
  const publish = async () => {
    const title = `Banjir ${published} di kota ${published * 7}`
    news.publish({ id: `a${published++}`, title, body: 'Isi.', publishedAt: new Date() })
    await pool`update feed set next_poll_at = now()`
  }
  await publish()
  writeFileSync(fail, '')
  await until('the thread has failed', async () => {
    await publish()
    assert.equal((await client.request('GET', '/api/user-quota')).status, 200)
    return !existsSync(fail)
  })
  await publish()
  await until('a new thread has collected everything', async () => {
    await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '1 second'`
    return (await mentionIds(pool, id)).length === published
  })
  await assertExact(pool)
  assert.match(service.log(), /an uncaught error/)
  assert.match(service.log(), /the worker thread ended; restarting it/)
  assert.equal(await service.end('SIGTERM'), 0)
})
