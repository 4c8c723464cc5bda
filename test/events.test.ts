import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addEvent } from '../src/store/accounts/events.ts'
import { addJob } from '../src/store/jobs/jobs.ts'
import { addMessage } from '../src/store/watching/outbox.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'
import { until } from './processes/until.ts'

interface Event {
  readonly id: number
  readonly event: string
  readonly data: Record<string, unknown>
}

// Reads a stream of server-sent events until there are `count` of them, or until the timeout.
async function readEvents(
  base: string,
  token: string,
  count: number,
  act: () => Promise<unknown>,
  lastId?: number,
): Promise<Event[]> {
  const signal = AbortSignal.timeout(60_000)
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (lastId !== undefined) headers['last-event-id'] = String(lastId)
  const response = await fetch(`${base}/api/events`, { headers, signal })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const events: Event[] = []
  let text = ''
  const acted = act()
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      if (fields.event !== undefined)
        events.push({ id: Number(fields.id), event: fields.event, data: JSON.parse(fields.data ?? '{}') })
    }
    if (events.length >= count) break
  }
  await acted
  return events
}

describe('live events', () => {
  let api: TestApi
  let user: TestUser
  let base: string
  before(async () => {
    api = await startApi()
    user = await api.user()
    base = await api.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => api.close())

  test('new mentions, project changes and jobs arrive on an open stream', async () => {
    const project = await addTestProject(user)
    const events = await readEvents(base, user.token, 3, async () => {
      await sleep(100)
      await seedMentions(api.pool, user, project, [{}, {}])
      await user.send('PATCH', '/api/project/listen-status', { id: project.id, islisten: 1 })
      await addJob(api.pool, { task: 'collect', key: project.id, accountId: user.id, projectId: project.id })
      await api.pool`select pg_notify('pantau_event', ${user.id})`
      await seedMentions(api.pool, user, project, [{}])
    })
    assert.deepEqual(
      events.map(({ event }) => event),
      ['mentions', 'project', 'mentions'],
    )
    assert.deepEqual([events[0]?.data.keyword_id, events[0]?.data.added], [project.id, 2])
    assert.equal(events[2]?.data.total, 3)
  })

  test('a message for the inbox arrives with the number of unread ones', async () => {
    const content = { title: 'Kabar', blocks: [], links: [] }
    const message = { accountId: user.id, type: 'brief' as const, incidentId: null, data: {}, content, channels: [] }
    const [event] = await readEvents(base, user.token, 1, () => api.pool.begin((tx) => addMessage(tx, message)))
    assert.equal(event?.event, 'inbox')
    assert.deepEqual([event?.data.title, event?.data.type, event?.data.unread], ['Kabar', 'brief', 1])
  })

  test('a broken connection resumes after the last event it received, and misses none', async () => {
    const project = await addTestProject(user)
    const [first] = await readEvents(base, user.token, 1, () => seedMentions(api.pool, user, project, [{}]))
    await seedMentions(api.pool, user, project, [{}])
    await seedMentions(api.pool, user, project, [{}])
    const missed = await readEvents(base, user.token, 2, async () => {}, first?.id)
    assert.deepEqual(
      missed.map(({ data }) => data.keyword_id),
      [project.id, project.id],
    )
  })

  test('an event whose transaction commits after that of a later event reaches both resumed and new streams', async () => {
    const project = await addTestProject(user)
    const change = (name: string) => ({ projectId: project.id, change: name })
    let received: Promise<Event[][]> = Promise.resolve([])
    await api.pool.begin(async (tx) => {
      await addEvent(tx, user.id, 'project', change('slow'))
      const [quick] = await readEvents(base, user.token, 1, () =>
        addEvent(api.pool, user.id, 'project', change('quick')),
      )
      assert.equal(quick?.data.change, 'quick')
      const streams = [quick?.id, undefined].map((lastId) => {
        const opened = Promise.withResolvers<void>()
        return { opened: opened.promise, events: readEvents(base, user.token, 1, async () => opened.resolve(), lastId) }
      })
      received = Promise.all(streams.map(({ events }) => events))
      await Promise.all(streams.map(({ opened }) => opened))
    })
    for (const events of await received) assert.equal(events[0]?.data.change, 'slow')
  })

  test('a Last-Event-ID from after a restored backup does not silence the stream', async () => {
    const events = await readEvents(base, user.token, 1, () => addTestProject(user), Number.MAX_SAFE_INTEGER)
    assert.equal(events[0]?.event, 'project')
  })

  test('an event that could not be read when it was announced is sent once it can be', async () => {
    const project = await addTestProject(user)
    const events = await readEvents(base, user.token, 1, () =>
      api.pool.begin(async (tx) => {
        await tx`lock table mention_count in access exclusive mode`
        await addEvent(api.pool, user.id, 'mentions', { projectId: project.id, added: 0 })
        await until('the read is terminated', async () => {
          const stopped = await tx`
            select pg_terminate_backend(pid) from pg_locks where relation = 'mention_count'::regclass and not granted`
          return stopped.count > 0
        })
      }),
    )
    assert.equal(events[0]?.data.keyword_id, project.id)
  })

  test('the events of one account never reach another, however its stream begins', async () => {
    const stranger = await api.user()
    const own = (await addTestProject(stranger)).id
    const [seen] = await api.pool`select max(id)::int as id from event where account_id = ${stranger.id}`
    const foreign = async () => {
      const project = await addTestProject(user)
      await seedMentions(api.pool, user, project, [{}])
      await addJob(api.pool, { task: 'collect', key: project.id, accountId: user.id, projectId: project.id })
    }
    // Before the stream is opened, while it is open, and before one that resumes.
    await foreign()
    for (const lastId of [undefined, seen?.id, 0]) {
      const count = lastId === 0 ? 2 : 1
      const events = await readEvents(
        base,
        stranger.token,
        count,
        async () => {
          await foreign()
          await api.pool.begin((tx) => addEvent(tx, stranger.id, 'project', { projectId: own, change: 'own' }))
          await foreign()
        },
        lastId,
      )
      assert.deepEqual(new Set(events.map(({ data }) => data.keyword_id)), new Set([own]))
    }
  })

  test('a stream has the headers of every other response', async () => {
    const controller = new AbortController()
    const headers = { authorization: `Bearer ${user.token}` }
    const stream = await fetch(`${base}/api/events`, { headers, signal: controller.signal })
    const other = await fetch(`${base}/api/auth/me`, { headers })
    controller.abort()
    const own = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'x-request-id'])
    const shared = [...other.headers].filter(([name]) => !own.has(name))
    assert.ok(shared.length >= 8)
    for (const [name, value] of shared) assert.equal(stream.headers.get(name), value, name)
    assert.match(stream.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  test('a session that ends while its stream is being opened gets no stream', async () => {
    const leaving = await api.user()
    let opened: Promise<Event[]> = Promise.resolve([])
    await api.pool.begin(async (tx) => {
      // Reading the newest event waits for this, after the session was looked up.
      await tx`lock table event in access exclusive mode`
      opened = readEvents(base, leaving.token, 1, async () => {})
      await until('the request waits', async () => {
        const waiting = await tx`select from pg_locks where relation = 'event'::regclass and not granted`
        return waiting.length > 0
      })
      await api.request({ method: 'POST', url: '/api/auth/logout', payload: { token: leaving.token } })
    })
    assert.deepEqual(await opened, [])
  })
})
