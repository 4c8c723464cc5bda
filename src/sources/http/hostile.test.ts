import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type HostilePath, type HostileServer, openHostile } from '../../../test/platforms/hostile.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'
import { openFetch } from './fetch.ts'

let hostile: HostileServer
before(async () => {
  hostile = await openHostile()
})
after(() => hostile.close())

const BYTES_MAX = 5 * 1024 * 1024

const SLOW: readonly string[] = ['/hang', '/trickle']

function request(path: HostilePath, { allowPrivate = true } = {}) {
  // The deadline is short only for the paths that test it: on a busy machine it must not replace another outcome.
  const deadlineMs = SLOW.includes(path) ? 200 : 10_000
  const fetch = openFetch({ userAgent: 'test', allowPrivate, hostSpacingMs: 0, deadlineMs })
  const signal = new AbortController().signal
  return fetch(new URL(path, hostile.url), { signal, bytesMax: BYTES_MAX, trusted: true })
}

const OUTCOMES: [HostilePath, SourceErrorCode, RegExp][] = [
  ['/hang', 'network', /within the time/],
  ['/trickle', 'network', /within the time/],
  ['/endless', 'unreadable', /larger than/],
  ['/gzip-bomb', 'unreadable', /grows more than|larger than/],
  ['/redirect-loop', 'network', /redirects/],
  ['/cut', 'network', /./],
  ['/damaged-gzip', 'unreadable', /damaged/],
  ['/odd-encoding', 'unreadable', /encoding/],
  ['/huge-headers', 'network', /./],
  ['/not-http', 'network', /./],
]

for (const [path, code, message] of OUTCOMES) {
  test(`${path} fails with ${code}`, async () => {
    await assert.rejects(request(path), (error: unknown) => {
      assert.ok(error instanceof SourceError, String(error))
      assert.equal(error.code, code, error.message)
      assert.match(error.message, message)
      return true
    })
  })
}

test('of a 200 MB response little more than the limit is read', async () => {
  const before = hostile.bytesSent()
  await assert.rejects(request('/endless'))
  assert.ok(hostile.bytesSent() - before < 40 * 1024 * 1024, String(hostile.bytesSent() - before))
})

test('a redirect into a private address is refused at the guard', async () => {
  await assert.rejects(request('/redirect-private', { allowPrivate: false }), /refused, it is not a public address/)
})
