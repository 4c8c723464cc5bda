import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addMessage } from '../../src/store/watching/outbox.ts'
import { startApi, type TestApi, type TestUser } from '../api.ts'

describe('channels', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const add = (body: Record<string, unknown>) => user.send('POST', '/api/channels', { name: 'Uji', ...body })

  const WRONG: [Record<string, unknown>, RegExp][] = [
    [{ kind: 'fax' }, /^kind must be one of: webhook, telegram, email, slack, ntfy\.$/],
    [{ kind: 'webhook' }, /^url is required for a channel of the kind webhook\.$/],
    [{ kind: 'webhook', url: 'example' }, /^url must be an address such as/],
    [{ kind: 'webhook', url: 'ftp://example.com' }, /^url cannot be used: only http and https are allowed\.$/],
    [{ kind: 'webhook', url: 'http://127.0.0.1/' }, /^url cannot be used: it is not a public address\.$/],
    [{ kind: 'webhook', url: 'http://2130706433/' }, /^url cannot be used: it is not a public address\.$/],
    [{ kind: 'slack', url: 'https://[::1]/' }, /^url cannot be used: it is not a public address\.$/],
    [{ kind: 'ntfy', url: 'http://10.1.2.3', topic: 'a' }, /^url cannot be used: it is not a public address\.$/],
    [{ kind: 'webhook', url: 'http://localhost/' }, /^url cannot be used: it is not a public name\.$/],
    [{ kind: 'webhook', url: 'https://example.com:8443/' }, /^url cannot be used: only the ports 80 and 443/],
    [{ kind: 'webhook', url: 'https://a:b@example.com/' }, /^url cannot be used: credentials/],
    [{ kind: 'webhook', url: 'https://example.com', topic: 'a' }, /^topic is not a field of the kind webhook\.$/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh' }, /^topic is required for a channel of the kind ntfy\.$/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh', topic: 'a b' }, /^topic must be 1 to 64 letters/],
    [{ kind: 'email', address: 'a@b' }, /^address must be an e-mail address/],
    [{ kind: 'email', address: 'a@b.example\r\nBcc: c@d.example' }, /^address must be an e-mail address/],
    [{ kind: 'telegram', chatId: '1' }, /^chatId is not a field of the body\.$/],
    [{ kind: 'webhook', url: 'https://example.com', name: '' }, /^name /],
  ]
  test('a wrong channel is 400 with the field and the rule, and is not added', async () => {
    for (const [body, message] of WRONG) {
      const response = await add(body)
      assert.equal(response.status, 400, JSON.stringify(body))
      assert.match(response.body.message, message)
    }
    assert.deepEqual((await user.get('/api/channels')).body.data, [])
  })

  test('a kind that the operator has not configured is refused and not offered', async () => {
    const bare = await startApi({}, { channels: { telegram: false, email: false } })
    const person = await bare.user()
    assert.deepEqual((await person.get('/api/channels')).body.kinds, ['webhook', 'slack', 'ntfy'])
    for (const [kind, setting] of [
      ['telegram', 'PANTAU_TELEGRAM_TOKEN'],
      ['email', 'PANTAU_SMTP_URL'],
    ]) {
      const { status, body } = await person.send('POST', '/api/channels', { kind, name: 'x', address: 'a@b.example' })
      assert.equal(status, 400)
      assert.ok(body.message.includes(setting), body.message)
    }
    await bare.close()
  })

  test('a change is checked like a new channel, and another secret is only for webhooks', async () => {
    const { id } = (await add({ kind: 'slack', url: 'https://hooks.slack.com/services/a/b/rahasia' })).body
    const change = (body: object) => user.send('PATCH', `/api/channels/${id}`, body)
    assert.match((await change({ url: 'http://192.168.0.1/' })).body.message, /^url cannot be used/)
    assert.match((await change({ address: 'a@b.example' })).body.message, /^address is not a field/)
    assert.match((await change({ confirm: true })).body.message, /^confirm is not a field/)
    assert.equal((await user.send('POST', `/api/channels/${id}/secret`)).status, 409)
    const off = await change({ name: ' Lain ', enabled: false })
    assert.deepEqual([off.body.name, off.body.state, off.body.off_reason], ['Lain', 'off', 'owner'])
    assert.equal(off.body.url, 'https://hooks.slack.com/…')
    assert.equal((await user.send('POST', `/api/channels/${id}/test`)).status, 409)
    assert.equal((await change({ enabled: true })).body.state, 'ready')
    assert.equal((await user.send('DELETE', `/api/channels/${id}`)).status, 200)
    assert.equal((await user.get(`/api/channels/${id}`)).status, 404)
  })

  test('a person has at most 20 channels, also when requests come together', async () => {
    const person = await api.user()
    const body = { kind: 'webhook', name: 'x', url: 'https://example.com/' }
    const responses = await Promise.all(Array.from({ length: 25 }, () => person.send('POST', '/api/channels', body)))
    assert.equal(responses.filter(({ status }) => status === 201).length, 20)
    assert.match(responses.find(({ status }) => status === 400)?.body.message, /at most 20 channels/)
  })

  test('addresses are confirmed at most 20 times a day, also when the channels are deleted', async () => {
    const person = await api.user()
    for (let count = 0; count < 20; count++) {
      const { status, body } = await person.send('POST', '/api/channels', {
        kind: 'email',
        name: 'x',
        address: 'a@b.example',
      })
      assert.equal(status, 201)
      await person.send('DELETE', `/api/channels/${body.id}`)
    }
    const refused = await person.send('POST', '/api/channels', { kind: 'email', name: 'x', address: 'a@b.example' })
    assert.equal(refused.status, 429)
    assert.deepEqual((await person.get('/api/channels')).body.data, [])
  })

  test('a second test while the first waits is the same one', async () => {
    const { id } = (await add({ kind: 'webhook', url: 'https://example.com/' })).body
    const [first, second] = [
      await user.send('POST', `/api/channels/${id}/test`),
      await user.send('POST', `/api/channels/${id}/test`),
    ]
    assert.equal(first.status, 202)
    assert.equal(second.body.id, first.body.id)
    const { body } = await user.get(`/api/channels/${id}/deliveries`)
    assert.deepEqual([body.data.length, body.next], [1, null])
  })

  test('a message goes to the channels of its own account only, and to the inbox in any case', async () => {
    const stranger = await api.user()
    const theirs = (
      await stranger.send('POST', '/api/channels', { kind: 'webhook', name: 'x', url: 'https://example.com' })
    ).body.id
    const content = { title: 'Kabar', blocks: [], links: [] }
    await api.pool.begin((tx) =>
      addMessage(tx, {
        accountId: user.id,
        type: 'brief',
        incidentId: null,
        data: {},
        content,
        channels: [{ id: theirs }],
      }),
    )
    assert.deepEqual((await stranger.get(`/api/channels/${theirs}/deliveries`)).body.data, [])
    assert.equal((await user.get('/api/inbox')).body.data[0].title, 'Kabar')
  })

  test('the inbox is paged newest first, counts what is unread and marks it read', async () => {
    const reader = await api.user()
    for (let count = 0; count < 5; count++) {
      const content = { title: `Pesan ${count}`, blocks: [{ kind: 'text' as const, text: 'x' }], links: [] }
      await api.pool.begin((tx) =>
        addMessage(tx, { accountId: reader.id, type: 'brief', incidentId: null, data: {}, content, channels: [] }),
      )
      // Messages of one millisecond are read together.
      await sleep(2)
    }
    const titles = []
    let next: string | null = ''
    while (next !== null) {
      const { body } = await reader.get(`/api/inbox?limit=2${next === '' ? '' : `&cursor=${next}`}`)
      assert.equal(body.unread, 5)
      titles.push(...body.data.map(({ title }: { title: string }) => title))
      next = body.next
    }
    assert.deepEqual(titles, ['Pesan 4', 'Pesan 3', 'Pesan 2', 'Pesan 1', 'Pesan 0'])
    const middle = (await reader.get('/api/inbox?limit=3')).body.data[2].created_at
    assert.deepEqual((await reader.send('POST', '/api/inbox/read', { until: middle })).body, { read: 3, unread: 2 })
    assert.equal((await reader.send('POST', '/api/inbox/read', { until: 'kemarin' })).status, 400)
    assert.equal((await reader.send('POST', '/api/inbox/read', { until: '2016-12-31T23:59:60Z' })).status, 400)
    assert.ok((await reader.get('/api/inbox')).body.data[4].read_at)
  })
})
