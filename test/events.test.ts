import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addEvent } from '../src/store/accounts/events.ts'
import { addJob } from '../src/store/jobs/jobs.ts'
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
  const signal = AbortSignal.timeout(10_000)
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

  test('events are not sent to other users', async () => {
    const stranger = await api.user()
    const events = await readEvents(base, stranger.token, 1, async () => {
      await sleep(100)
      await seedMentions(api.pool, user, await addTestProject(user), [{}])
      await addTestProject(stranger)
    })
    assert.equal(events[0]?.event, 'project')
    assert.equal(events.length, 1)
  })
})
