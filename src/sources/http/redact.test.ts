import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact, redactUrl } from './redact.ts'

const SECRET = 'EAAGsecret123'

test('credentials are removed from a text in every notation', () => {
  const texts = [
    `GET https://graph.example.com/v26.0/1/posts?limit=5&access_token=${SECRET}&after=x failed`,
    `https://api.example.com/search?key=${SECRET}`,
    `https://api.example.com/search?part=snippet&key=${SECRET}#top`,
    `Authorization: Bearer ${SECRET}`,
    `{"authorization":"Bearer ${SECRET}"}`,
    `authorization=Basic ${SECRET}`,
    `{"client_key":"abc","client_secret":"${SECRET}"}`,
    `client_secret=${SECRET}&grant_type=client_credentials`,
    `token: ${SECRET}`,
    `https://user:${SECRET}@example.com/`,
    `bearer ${SECRET} was refused`,
    `X-Api-Key: ${SECRET}`,
  ]
  for (const text of texts) assert.ok(!redact(text).includes(SECRET), redact(text))
})

test('ordinary text is unchanged', () => {
  for (const text of ['status 429, try again later', 'https://example.com/berita?page=2&keyword=banjir', 'monkey=1'])
    assert.equal(redact(text), text)
})

test('a URL for display has no credentials and a maximum length', () => {
  assert.equal(
    redactUrl(new URL(`https://u:p@example.com/a?token=${SECRET}&page=2#x`)),
    'https://example.com/a?token=[hidden]&page=2',
  )
  assert.ok(redactUrl(new URL(`https://example.com/${'a'.repeat(5_000)}`)).length < 400)
})
