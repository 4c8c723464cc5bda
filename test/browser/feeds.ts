import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, logIn, openApiAs } from './actions.ts'
import { fixture } from './shared-fixture.ts'

const MARKS = {
  id: ['Berulang', 'Dihapus, tidak dibaca lagi'],
  en: ['Repeats itself', 'Gone, not polled'],
} as const

test('a feed that repeats itself and one that is gone are marked in the list, in both languages', async () => {
  const admin = await fixture.user({ roles: ['user', 'admin'] })
  const api = await openApiAs(fixture, admin)
  for (const state of ['repeating', 'gone']) {
    // Disabled, so that no worker polls it.
    await api.send('POST', '/api/admin/feeds', { url: `${fixture.newsUrl}${state}.xml`, name: state, enabled: false })
    await fixture.pool`update feed set state = ${state}, detail = 'The feed has no entries.' where name = ${state}`
  }
  for (const language of ['id', 'en'] as const) {
    const page = await fixture.page({ language })
    await logIn(page, admin, '/admin/feeds')
    for (const [at, state] of ['repeating', 'gone'].entries()) {
      const row = page.locator('.table tbody tr', { hasText: `${state}.xml` })
      await row.locator(`.badge.feed-${state}`, { hasText: MARKS[language][at] ?? '' }).waitFor()
      await row.getByText(language === 'id' ? 'tidak berisi apa-apa' : 'has no entries').waitFor()
    }
  }
})

test('an administrator reads feeds with problems again, and sees how a source is set up', async () => {
  const admin = await fixture.user({ roles: ['user', 'admin'] })
  const api = await openApiAs(fixture, admin)
  const url = `${fixture.newsUrl}rusak.xml`
  await api.send('POST', '/api/admin/feeds', { url, name: 'Rusak' })
  const breakIt = () => fixture.pool`
    update feed set state = 'broken', detail = 'network: x: getaddrinfo ENOTFOUND x', next_poll_at = now() + interval '1 day'
     where name = 'Rusak'`
  const isDue = async () => {
    const [feed] =
      await fixture.pool`select next_poll_at < now() + interval '1 hour' as due from feed where name = 'Rusak'`
    return feed?.due
  }
  await breakIt()
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 900 } })
  await logIn(page, admin, '/admin/feeds')
  const row = page.locator('.table tbody tr', { hasText: 'rusak.xml' })
  await row.getByText('The host name was not found.').waitFor()
  await row.getByText('No other address is known.').waitFor()
  await row.getByRole('button', { name: 'Read again: Rusak' }).click()
  await page.getByText('read again within a minute').first().waitFor()
  assert.equal(await isDue(), true)
  await breakIt()
  await page.reload()
  await page.getByRole('button', { name: /with problems again/ }).click()
  await page.getByText('read again within a minute').first().waitFor()
  assert.equal(await isDue(), true)
  await api.send('POST', '/api/admin/feeds', { url, enabled: false })

  await page.goto('/admin/sources')
  await page.getByText(/^\d of 8 sources are ready\.$/).waitFor()
  const tiktok = page.locator('.sources > li', { hasText: 'PANTAU_TIKTOK_KEY' })
  assert.match((await tiktok.getByRole('link').getAttribute('href')) ?? '', /^https:\/\/developers\.tiktok\.com/)
  assert.deepEqual(await findViolations(page), [])
})

test('an administrator adds a colleague, whose password is made and handed over once', async () => {
  const admin = await fixture.user({ roles: ['user', 'admin'] })
  const page = await fixture.page({ language: 'en' })
  await logIn(page, admin, '/admin')
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog')
  const username = `rekan${Date.now()}`
  await dialog.getByLabel('Username').fill(admin.username)
  await dialog.getByLabel('Name', { exact: true }).fill('Rekan Baru')
  await dialog.getByLabel('Email').fill('rekan@example.com')
  const password = await dialog.getByLabel('Password').inputValue()
  assert.match(password, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  assert.equal(await dialog.getByLabel('Remaining quota').inputValue(), '10000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(`The username “${admin.username}” is already taken.`).waitFor()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Hand over to Rekan Baru' }).waitFor()
  const given = await page.getByLabel('Address, username and password').inputValue()
  assert.ok(given.includes(username) && given.includes(password), given)
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Done' }).click()
  const theirs = await fixture.page({ language: 'en' })
  await logIn(theirs, { ...admin, username, password })
})
