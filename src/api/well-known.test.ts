import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import type { ApiSettings, App } from './app.ts'
import { addWellKnownRoutes, contactOf, securityText } from './well-known.ts'

test('a contact is an e-mail address or a URI; anything else is not used', () => {
  assert.equal(contactOf(' ops@example.org '), 'mailto:ops@example.org')
  assert.equal(contactOf('https://example.org/security'), 'https://example.org/security')
  assert.equal(contactOf('mailto:ops@example.org'), 'mailto:ops@example.org')
  for (const text of ['', 'ops', 'call Ani', 'http://example.org', 'javascript:alert(1)', 'a@b\nExpires: x'])
    assert.equal(contactOf(text), null, text)
})

test('security.txt has what RFC 9116 requires, and is never expired when it is read', () => {
  for (const now of [new Date('2026-01-01T00:00:00Z'), new Date('2031-12-31T23:59:59Z')]) {
    const text = securityText('mailto:ops@example.org', new URL('https://example.org/pantau/'), now)
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ', 2) as [string, string]),
    )
    assert.equal(fields.get('Contact'), 'mailto:ops@example.org')
    assert.equal(fields.get('Canonical'), 'https://example.org/pantau/.well-known/security.txt')
    const days = (Date.parse(fields.get('Expires') ?? '') - now.getTime()) / 86_400_000
    assert.ok(days > 28 && days < 366, `${days} days`)
  }
  assert.doesNotMatch(securityText('mailto:ops@example.org', null, new Date()), /Canonical/)
})

test('security.txt is served when a contact is configured, and llms.txt names the ways in for programs', async () => {
  const app = fastify() as unknown as App
  addWellKnownRoutes(app, { contact: 'ops@example.org', publicUrl: null } as ApiSettings)
  const { body } = await app.inject('/llms.txt')
  for (const way of [/\(\/openapi\.json\)/, /^- \/mcp: /m, /"Authorization: Bearer pantau_/]) assert.match(body, way)
  const response = await app.inject('/.well-known/security.txt')
  assert.equal(response.statusCode, 200)
  assert.match(String(response.headers['content-type']), /^text\/plain; charset=utf-8$/)
  assert.match(response.body, /^Contact: mailto:ops@example\.org\nExpires: 20/)
})
