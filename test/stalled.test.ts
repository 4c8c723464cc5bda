import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { log } from '../src/log.ts'
import { addEvent } from '../src/store/accounts/events.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'
import { until } from './processes/until.ts'

// Over real sockets, with clients that stop in the middle. The limit is a minute; here it is short.
const STALL_MS = 700
const MENTIONS = 700
// More than the kernel and Node buffer for a connection.
const TEXT = 'banjir di kota ini belum surut. '.repeat(600)

let api: TestApi
let user: TestUser
let project: { id: string }
let port = 0

before(async () => {
  api = await startApi()
  user = await api.user({ quota: 1_000_000 })
  project = await addTestProject(user, { startDate: '2020-01-01', keyword: 'banjir' })
  for (let from = 0; from < MENTIONS; from += 100) {
    const posts = Array.from({ length: 100 }, (_, n) => ({ text: `${TEXT} kata${from + n} lain${(from + n) * 31}` }))
    await seedMentions(api.pool, user, project, posts)
  }
  assert.ok(api.app.server.timeout > 0, 'there is a limit')
  api.app.server.timeout = STALL_MS
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
after(() => api.close())

async function send(head: string, body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n${body}`)
  return socket
}

const sendBody = (type: string, body: string) =>
  `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`

const openConnections = () =>
  new Promise<number>((resolve) => api.app.server.getConnections((_error, open) => resolve(open)))

async function assertClosed(): Promise<void> {
  await until('the server has closed the connection', async () => (await openConnections()) === 0, 20_000)
}

// A statement that still runs would wait for the lock; one that holds a transaction open would prevent it.
async function assertNothingRuns(): Promise<void> {
  await api.pool.begin(async (tx) => {
    await tx`lock table mention in access exclusive mode`
    const waiting = await tx`
      select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    assert.deepEqual([...waiting], [])
  })
}

for (const format of ['csv', 'jsonl']) {
  test(`an export (${format}) whose client stops reading is ended, and holds nothing in the database`, async () => {
    const socket = await send(`GET /api/export?keywordId=${project.id}&format=${format}`, '\r\n')
    await once(socket, 'readable')
    await assertClosed()
    await assertNothingRuns()
    socket.destroy()
  })
}

for (const format of ['csv', 'jsonl', 'xlsx']) {
  test(`an export (${format}) whose client disconnects stops reading the database`, async () => {
    const socket = await send(`GET /api/export?keywordId=${project.id}&format=${format}`, '\r\n')
    await once(socket, 'readable')
    socket.destroy()
    await assertClosed()
    await assertNothingRuns()
  })
}

// Client and server share this process: when the machine holds it for longer than the limit, the client has "stopped". So the
// limit is longer here, and reading takes longer than the limit.
test('an export whose client reads slowly is sent to its end', async () => {
  api.app.server.timeout = 3_000
  const socket = await send(`GET /api/export?keywordId=${project.id}&format=jsonl`, 'Connection: close\r\n\r\n')
  let text = ''
  for await (const chunk of socket) {
    text = (text + String(chunk)).slice(-20)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  api.app.server.timeout = STALL_MS
  assert.ok(text.endsWith('\r\n0\r\n\r\n'), text)
})

for (const [type, line] of [
  ['text/csv', 'platform,id,text,published_at\ntwitter,1,banjir satu,2026-06-01T00:00:00Z\ntwitter,2,"banj'],
  ['application/x-ndjson', '{"platform":"twitter","id":"9","text":"banjir'],
] as const) {
  test(`an import (${type}) whose client stops sending is ended, and stores nothing of the part`, async () => {
    const total = await countMentions()
    const socket = await send(`POST /api/import?keywordId=${project.id}`, sendBody(type, line))
    await assertClosed()
    await assertNothingRuns()
    assert.equal(await countMentions(), total)
    socket.destroy()
  })
}

test('a JSON body that never arrives is ended too', async () => {
  const socket = await send('POST /api/project', 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  await assertClosed()
  socket.destroy()
})

test('a request that the service itself takes long for is not cut', async () => {
  let response: Promise<{ status: number }> | undefined
  await api.pool.begin(async (tx) => {
    await tx`lock table mention in access exclusive mode`
    const path = `http://127.0.0.1:${port}/api/mentions?keywordId=${project.id}`
    response = fetch(path, { headers: { authorization: `Bearer ${user.token}` } })
    response.catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, STALL_MS * 3))
  })
  assert.equal((await response)?.status, 200)
})

test('work whose client disconnects is stopped, which is no error', async ({ mock }) => {
  await addTestProject(user, { startDate: '2020-01-01', keyword: 'macet' })
  const noisy = [mock.method(log, 'error', () => {}), mock.method(log, 'warn', () => {})]
  const quiet = mock.method(log, 'info', () => {})
  await api.pool.begin(async (tx) => {
    await tx`lock table project in access exclusive mode`
    const socket = await send('GET /api/brief/preview', '\r\n')
    await until('the brief waits for the projects', async () => {
      const waiting = await api.pool`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    const open = await openConnections()
    socket.destroy()
    await until('the server knows it', async () => (await openConnections()) < open)
  })
  await until('the rest is given up', async () => quiet.mock.callCount() > 0)
  assert.deepEqual(
    noisy.map((level) => level.mock.callCount()),
    [0, 0],
  )
})

test('a live stream whose client stops reading is ended instead of buffered', async () => {
  const socket = await send('GET /api/events', '\r\n')
  await once(socket, 'readable')
  const change = 'x'.repeat(1_000_000)
  await until(
    'the server has closed the connection',
    async () => {
      if ((await openConnections()) === 0) return true
      for (let n = 0; n < 3; n++) await addEvent(api.pool, user.id, 'project', { projectId: project.id, change })
      return false
    },
    60_000,
  )
  socket.destroy()
})

async function countMentions(): Promise<number> {
  const [found] = await api.pool`select count(*)::int as n from mention where project_id = ${project.id}`
  return found?.n
}
