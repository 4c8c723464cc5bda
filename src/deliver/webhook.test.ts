import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type HostileServer, openHostile } from '../../test/platforms/hostile.ts'
import { openFetch } from '../sources/http/fetch.ts'
import type { Outgoing } from './outcome.ts'
import { createWebhookSender } from './webhook.ts'

// The names resolve to loopback without a request to a real resolver: a request that is not refused would reach this server.
let server: HostileServer
before(async () => {
  server = await openHostile()
})
after(() => server.close())

function outgoing(url: string): Outgoing {
  return {
    id: '01890000-0000-7000-8000-000000000000',
    type: 'test',
    createdAt: new Date(),
    data: {},
    content: { title: 'x', blocks: [], links: [] },
    language: 'id',
    channel: { id: 'c', state: 'ready', settings: { url }, secrets: [{ secret: 'whsec_AAAA', expiresAt: null }] },
  }
}

test('a webhook whose name leads to a private address is refused when it is connected', async () => {
  for (const address of ['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', '::ffff:192.168.1.1'] as const) {
    const lookup = async () => [{ address, family: address.includes(':') ? (6 as const) : (4 as const) }]
    const fetch = openFetch({ userAgent: 'Pantau', allowPrivate: false, hostSpacingMs: 0, lookup })
    const send = createWebhookSender(fetch, () => new Date())
    const attempt = await send(outgoing('https://hook.example.org/a/secret-path?key=x'), new AbortController().signal)
    assert.equal(attempt.outcome, 'failed')
    assert.equal(attempt.detail, 'hook.example.org: refused, its name resolves to an address that is not public')
  }
  assert.equal(server.connections(), 0)
})

test('a literal private address is refused too, and the path is not repeated', async () => {
  const fetch = openFetch({ userAgent: 'Pantau', allowPrivate: false, hostSpacingMs: 0 })
  const send = createWebhookSender(fetch, () => new Date())
  const attempt = await send(outgoing(new URL('/secret', server.url).href), new AbortController().signal)
  assert.equal(attempt.outcome, 'failed')
  assert.match(attempt.detail, /^127\.0\.0\.1:\d+: refused/)
  assert.equal(server.connections(), 0)
})
