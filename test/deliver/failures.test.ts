import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { SLACK_PATH, startSlack, startWebhookReceiver } from '../platforms/receivers.ts'
import type { Behaviour, Platform } from '../platforms/server.ts'
import { until } from '../processes/until.ts'
import { addIncident, CONTENT, type DeliverFixture, openDeliverFixture } from './fixture.ts'

const DAY = 86_400_000

describe('delivery to receivers that misbehave', () => {
  let fixture: DeliverFixture
  let hook: Platform
  let slack: Platform
  before(async () => {
    ;[hook, slack] = await Promise.all([startWebhookReceiver(), startSlack()])
    fixture = await openDeliverFixture({ deadlineMs: 700 })
  })
  after(async () => {
    await fixture.close()
    await Promise.all([hook.close(), slack.close()])
  })
  // A person has at most 20 channels.
  afterEach(() => fixture.api.pool`delete from channel`)

  const addHook = () => fixture.addChannel({ kind: 'webhook', url: `${hook.url}/hook` })
  const addSlack = () => fixture.addChannel({ kind: 'slack', url: slack.url + SLACK_PATH })
  const idsSince = (count: number) => hook.requests.slice(count).map(({ headers }) => headers['webhook-id'])
  const textsSince = (count: number) => slack.requests.slice(count).map(({ body }) => JSON.parse(body).text as string)

  const failing: [string, Behaviour, number | null, RegExp][] = [
    ['an error', { status: 500 }, 500, /status 500/],
    ['a redirect, which is not followed', { status: 302 }, 302, /Redirects are not followed/],
    ['a refusal', { status: 403 }, 403, /status 403/],
    ['silence', { hang: true }, null, /no response within the time limit/],
    ['a closed connection', { drop: true }, null, /127\.0\.0\.1:\d+: /],
  ]
  for (const [name, behaviour, status, detail] of failing)
    test(`${name} is tried again later, with the same id`, async () => {
      const { id } = await addHook()
      const count = hook.requests.length
      hook.behave(behaviour)
      const messageId = await fixture.send([id])
      await until('the first attempt has failed', async () => (await fixture.deliveries(id))[0]?.detail !== null)
      const [failed] = await fixture.deliveries(id)
      assert.deepEqual([failed?.state, failed?.status, failed?.attempts], ['waiting', status, 1])
      assert.match(failed?.detail ?? '', detail)
      assert.ok(Date.parse(failed?.next_at ?? '') > Date.now() + 5_000)
      assert.ok((await fixture.user.get(`/api/channels/${id}`)).body.failing_since)
      await fixture.skipPauses(id)
      const delivered = await fixture.untilDelivery(id, 'delivered')
      assert.equal(delivered.attempts, 2)
      assert.deepEqual(idsSince(count), [messageId, messageId])
      assert.ok(hook.requests.slice(count).every(({ path }) => path === '/hook'))
      assert.equal((await fixture.user.get(`/api/channels/${id}`)).body.failing_since, null)
    })

  const accepting: [string, Behaviour][] = [
    ['garbage', { garbage: true }],
    ['a body that is cut off', { truncate: true }],
    ['a huge body', { status: 200, code: 'huge' }],
    ['a slow response', { slowMs: 200 }],
  ]
  for (const [name, behaviour] of accepting)
    test(`${name} with status 200 is a delivery, not repeated`, async () => {
      const { id } = await addHook()
      hook.behave(behaviour)
      await fixture.send([id])
      const { status, attempts, detail } = await fixture.untilDelivery(id, 'delivered')
      assert.deepEqual([status, attempts], [200, 1])
      assert.ok((detail ?? '').length <= 300)
    })

  test('Retry-After is obeyed by all messages of the channel', async () => {
    const { id } = await addHook()
    hook.behave({ status: 429, resetInSeconds: 3_600 })
    await fixture.send([id])
    await until('the attempt has failed', async () => (await fixture.deliveries(id))[0]?.status === 429)
    const count = hook.count()
    const hourAhead = Date.now() + 3_500_000
    await fixture.send([id])
    const waitsLong = async () =>
      (await fixture.deliveries(id)).every(({ next_at: nextAt }) => Date.parse(nextAt ?? '') > hourAhead)
    await until('the second message waits as long', waitsLong)
    assert.equal(hook.count(), count)
    await fixture.skipPauses(id)
    await until('both are delivered', async () =>
      (await fixture.deliveries(id)).every(({ state }) => state === 'delivered'),
    )
  })

  test('410 switches the channel off, fails what waits and is reported in the inbox', async () => {
    const { id } = await fixture.addChannel({ kind: 'webhook', name: 'Lama', url: hook.url })
    await fixture.send([id], { notBefore: new Date(Date.now() + DAY) })
    hook.behave({ status: 410 })
    await fixture.send([id])
    await until('the channel is off', async () => (await fixture.user.get(`/api/channels/${id}`)).body.state === 'off')
    assert.equal((await fixture.user.get(`/api/channels/${id}`)).body.off_reason, 'gone')
    assert.deepEqual(
      (await fixture.deliveries(id)).map(({ state }) => state),
      ['failed', 'failed'],
    )
    const [notice] = await fixture.inbox()
    assert.deepEqual([notice?.type, notice?.title], ['notice', 'Saluran "Lama" dimatikan'])
    const again = await fixture.user.send('PATCH', `/api/channels/${id}`, { enabled: true })
    assert.deepEqual([again.body.state, again.body.off_reason], ['ready', null])
  })

  test('after a day of attempts a message is given up, and can be sent again with its id', async () => {
    const { id } = await addHook()
    const count = hook.requests.length
    hook.behave({ status: 500 }, 2)
    const messageId = await fixture.send([id])
    await until('the first attempt has failed', async () => (await fixture.deliveries(id))[0]?.status === 500)
    await fixture.api.pool`
      update delivery set first_attempt_at = now() - interval '24 hours' where channel_id = ${id}`
    await fixture.skipPauses(id)
    const failed = await fixture.untilDelivery(id, 'failed')
    assert.equal((await fixture.user.get(`/api/channels/${id}`)).body.state, 'ready')
    assert.equal((await fixture.user.send('POST', `/api/deliveries/${failed.id}/again`)).status, 202)
    await fixture.untilDelivery(id, 'delivered')
    assert.deepEqual(idsSince(count), [messageId, messageId, messageId])
  })

  test('a week of failures switches the channel off', async () => {
    const { id } = await addHook()
    hook.behave({ status: 500 }, 2)
    await fixture.send([id])
    await until('the first attempt has failed', async () => (await fixture.deliveries(id))[0]?.status === 500)
    await fixture.api.pool`update channel set failing_since = now() - interval '7 days 1 minute' where id = ${id}`
    await fixture.skipPauses(id)
    await until('the channel is off', async () => (await fixture.user.get(`/api/channels/${id}`)).body.state === 'off')
    assert.equal((await fixture.user.get(`/api/channels/${id}`)).body.off_reason, 'failing')
    assert.equal((await fixture.inbox())[0]?.type, 'notice')
  })

  test('what opens soon after a message goes into one message, with its update', async () => {
    const { id } = await addSlack()
    const count = slack.requests.length
    const incidents = await Promise.all([1, 2, 3].map(() => addIncident(fixture)))
    const open = (index: number) =>
      fixture.send([id], {
        type: 'incident.opened',
        incidentId: incidents[index] as string,
        content: { ...CONTENT, title: `Insiden ${index}` },
      })
    await open(0)
    await fixture.untilDelivery(id, 'delivered')
    await open(1)
    await open(2)
    await fixture.send([id], {
      type: 'incident.closed',
      incidentId: incidents[1] as string,
      content: { ...CONTENT, title: 'Selesai 1' },
    })
    // An update of what was delivered is not held.
    await fixture.send([id], {
      type: 'incident.updated',
      incidentId: incidents[0] as string,
      content: { ...CONTENT, title: 'Naik 0' },
    })
    await until('the update is delivered', async () => slack.requests.length === count + 2)
    await until(
      'the others wait',
      async () =>
        (await fixture.deliveries(id)).filter(({ next_at: at }) => Date.parse(at ?? '') > Date.now() + 300_000)
          .length === 3,
    )
    await fixture.skipPauses(id)
    await until('the group is delivered', async () => slack.requests.length === count + 3)
    const [first, second, third] = textsSince(count)
    assert.match(first ?? '', /^\*Insiden 0\*/)
    assert.match(second ?? '', /^\*Naik 0\*/)
    assert.match(third ?? '', /^\*3 pemberitahuan baru\*/)
    assert.match(third ?? '', /Insiden 1[\s\S]*Insiden 2[\s\S]*Selesai 1/)
    const carrier = (await fixture.deliveries(id))
      .filter(({ state }) => state === 'grouped')
      .map(({ grouped_into: into }) => into)
    assert.equal(carrier.length, 2)
    assert.equal(new Set(carrier).size, 1)
  })

  test('a full hour ends in one message that counts the rest', async () => {
    const { id } = await addSlack()
    const count = slack.requests.length
    const update = (title: string) => fixture.send([id], { type: 'incident.updated', content: { ...CONTENT, title } })
    for (let index = 0; index < 10; index++) await update(`Kabar ${index}`)
    await until('ten are delivered', async () => slack.requests.length === count + 10)
    for (let index = 10; index < 27; index++) await update(`Kabar ${index}`)
    const waiting = async () =>
      (await fixture.deliveries(id)).filter(({ next_at: at }) => Date.parse(at ?? '') > Date.now() + 3_000_000)
    await until('the others wait for the end of the hour', async () => (await waiting()).length === 17)
    assert.equal(slack.requests.length, count + 10)
    await fixture.api.pool`update delivery set delivered_at = delivered_at - interval '1 hour' where channel_id = ${id}`
    await fixture.skipPauses(id)
    await until('the rest is delivered', async () => slack.requests.length === count + 11)
    const text = textsSince(count).at(-1) ?? ''
    assert.match(text, /^\*17 pemberitahuan baru\*/)
    assert.match(text, /Kabar 19/)
    assert.doesNotMatch(text, /Kabar 20/)
    assert.match(text, /dan 7 lagi/)
  })

  test('a disabled account gets nothing: what waits is dropped, and what is written later has no delivery', async () => {
    const { id } = await addSlack()
    const { pool } = fixture.api
    const count = slack.requests.length
    await fixture.send([id], { notBefore: new Date(Date.now() + 3_600_000) })
    await pool`update account set disabled_at = now() where id = ${fixture.user.id}`
    try {
      await fixture.send([id])
      await fixture.skipPauses(id)
      const states = () => pool`select state, detail from delivery where channel_id = ${id}`
      await until('it is dropped', async () => (await states())[0]?.state === 'failed')
      assert.deepEqual(
        (await states()).map(({ detail }) => /disabled/.test(detail)),
        [true],
      )
      assert.equal(slack.requests.length, count)
    } finally {
      await pool`update account set disabled_at = null where id = ${fixture.user.id}`
    }
  })

  test('a webhook gets every message by itself', async () => {
    const { id } = await addHook()
    const count = hook.requests.length
    const sent = []
    for (let index = 0; index < 15; index++) sent.push(await fixture.send([id], { type: 'incident.opened' }))
    await until('all are delivered', async () => hook.requests.length === count + 15)
    assert.deepEqual(idsSince(count), sent)
  })
})
