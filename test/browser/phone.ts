import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, logIn, openApiAs, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'
import { findSmallTargets } from './touch.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user()
  api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir dan rob di pesisir utara Jakarta', 'banjir')
  const texts = ['banjir surut', 'banjir lagi, kesal', 'terima kasih relawan banjir']
  await api.addPosts(
    projectId,
    texts.map((text) => ({ text })),
  )
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
// Before it was rearranged, the header and the actions alone took 285 px.
const TOP_PX_MAX = 190

test('on a phone the first screen shows data, and everything that can be touched is large enough', async () => {
  const page = await fixture.page(PHONE)
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.tile').first().waitFor()
  const top = await page.evaluate<number>(`document.querySelector('.tile').getBoundingClientRect().top`)
  assert.ok(top <= TOP_PX_MAX, `the first tile is at ${top} px`)
  assert.deepEqual(await findSmallTargets(page), [])
  await page.goto(`/projects/${projectId}?view=mentions`)
  await page.locator('.mention').first().waitFor()
  assert.deepEqual(await findSmallTargets(page), [])
  await page.goto('/projects/new')
  await page.locator('textarea').first().waitFor()
  assert.deepEqual(await findSmallTargets(page), [])
})

test('filters, actions and explanations are sheets, and a menu in a sheet can be used', async () => {
  const page = await fixture.page(PHONE)
  await logIn(page, user, `/projects/${projectId}?view=mentions`)
  await waitUntil(page, `document.querySelectorAll('.mention').length === 3`)
  await page.getByRole('button', { name: 'Saring' }).click()
  const sheet = page.getByRole('dialog', { name: 'Saring' })
  await sheet.getByRole('button', { name: /^Sumber:/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'YouTube' }).click()
  await page.waitForURL(/source=youtube/)
  await page.getByRole('menuitemcheckbox', { name: 'YouTube' }).click()
  await page.keyboard.press('Escape')
  await sheet.getByRole('searchbox').fill('kesal')
  // A press beside the sheet closes it, and loses nothing of what was typed.
  await page.mouse.click(195, 20)
  await waitUntil(page, `document.querySelector('dialog[open]') === null`)
  await page.waitForURL(/q=kesal/)
  await waitUntil(page, `document.querySelectorAll('.mention').length === 1`)

  await page.getByRole('button', { name: 'Keterangan dan tindakan' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Laporan' }).click()
  await page.waitForURL(/\/report/)
  const day = new Date().toISOString().slice(0, 10)
  await page.goto(`/projects/${projectId}?why=${day}T00:00:00.000Z/${day}T23:00:00.000Z`)
  const why = page.getByRole('dialog', { name: /^Mengapa/ })
  await why.waitFor()
  await why.getByRole('button', { name: 'Tutup' }).click()
  await waitUntil(page, `document.querySelector('dialog[open]') === null && !location.search.includes('why')`)
  assert.deepEqual(fixture.pageErrors, [])
})

test('without a connection the app says so, stores no response of the API, and returns to its page', async () => {
  const page = await fixture.page({ ...PHONE, serviceWorkers: 'allow' })
  await page.goto('/theme.js')
  await page.evaluate(`caches.open('pantau-offline-earlier').then(() => true)`)
  await logIn(page, user)
  await page.evaluate(`navigator.serviceWorker.ready.then(() => true)`)
  await waitUntil(
    page,
    `caches.keys().then((names) => names.length === 1 && /^pantau-offline-[0-9a-f]{12}$/.test(names[0]))`,
  )
  await page.reload()
  await page.locator('.project-card').first().waitFor()
  const stored = await page.evaluate<string[]>(
    `caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))`,
  )
  assert.deepEqual(stored.toSorted(), [
    '/favicon.svg',
    '/offline/index.html',
    '/offline/offline.css',
    '/offline/offline.js',
    '/theme.js',
  ])
  await page.context().setOffline(true)
  await page.goto(`/projects/${projectId}`)
  await page.getByRole('heading', { name: 'Anda sedang luring' }).waitFor()
  assert.equal(await page.getByText('You are offline').isVisible(), false)
  await page.context().setOffline(false)
  await page.locator('.tile').first().waitFor()
  assert.equal(new URL(page.url()).pathname, `/projects/${projectId}`)
  assert.deepEqual(fixture.pageErrors, [])
})
