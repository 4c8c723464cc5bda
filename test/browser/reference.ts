import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiAs } from './actions.ts'
import { fixture } from './shared-fixture.ts'

test('the reference at /docs loads nothing from another host, and sends a request with a key', async () => {
  const user = await fixture.user()
  const api = await openApiAs(fixture, user)
  const { key } = await api.send<{ key: string }>('POST', '/api/keys', { name: 'Notebook', scopes: ['read'] })
  const page = await fixture.page()
  const problems: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto('/docs#tag/authentication/GET/api/auth/me')
  await page.locator('section:focus').waitFor()
  assert.equal(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`), 'none')
  await page.getByPlaceholder('Token').first().fill(key)
  await page.getByRole('button', { name: 'Test Request (get /api/auth/me)' }).click()
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url() === `${fixture.url}/api/auth/me`),
    page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click(),
  ])
  assert.equal(response.status(), 200)
  assert.equal((await response.json()).username, user.username)
  await page.getByRole('dialog').getByText(user.username).first().waitFor()
  assert.deepEqual(problems, [])
  assert.deepEqual([...hosts], [fixture.url])
  assert.deepEqual(fixture.pageErrors, [])
})
