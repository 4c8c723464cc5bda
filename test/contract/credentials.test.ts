import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApi, type TestApi, type TestUser } from '../api.ts'

describe('how a session is presented', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const statusWith = async (headers: Record<string, string>, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    (await api.request({ method, url: '/api/auth/session', headers })).status

  test('a bearer token is accepted with any case of the scheme and blanks around it', async () => {
    for (const authorization of [`Bearer ${user.token}`, `bearer ${user.token}`, `BEARER   ${user.token}  `])
      assert.equal(await statusWith({ authorization }), 200, authorization)
  })

  test('a header with anything else before or after a valid token is 401', async () => {
    const headers = [
      user.token,
      `xBearer ${user.token}`,
      `Basic x, Bearer ${user.token}`,
      `Bearer ${user.token} x`,
      `Bearer ${user.token}, Basic x`,
      `Bearer ${user.token}!`,
      `Bearer !${user.token}`,
      `Bearer ${user.token.slice(1)}`,
    ]
    for (const authorization of headers) assert.equal(await statusWith({ authorization }), 401, authorization)
  })

  test('a request without any credentials is 401', async () => {
    assert.equal(await statusWith({}), 401)
    assert.equal(await statusWith({ cookie: 'other=1' }), 401)
    assert.equal(await statusWith({ cookie: 'pantau_session=' }), 401)
  })

  test('a wrong bearer token is not replaced by a valid cookie', async () => {
    const cookie = `pantau_session=${user.token}`
    assert.equal(await statusWith({ cookie }), 200)
    assert.equal(await statusWith({ cookie, authorization: 'Bearer wrong' }), 401)
    assert.equal(await statusWith({ cookie, authorization: '' }), 401)
  })

  test('reading with the cookie needs no request header, with GET and with HEAD; nothing else goes without it', async () => {
    const headers = { cookie: `pantau_session=${user.token}` }
    assert.equal(await statusWith(headers, 'HEAD'), 200)
    const send = (more: Record<string, string>) =>
      api.request({
        method: 'POST',
        url: '/api/project/check',
        headers: { ...headers, ...more },
        payload: { keyword: 'a' },
      })
    assert.equal((await send({})).status, 403)
    assert.equal((await send({ 'x-pantau-request': '1' })).status, 200)
  })
})
