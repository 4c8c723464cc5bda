import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, logIn, openApiAs, overflowOf } from './actions.ts'
import { fixture } from './shared-fixture.ts'

const DAY_MS = 86_400_000
const SHARED =
  'Bantuan logistik banjir dari provinsi tiba di posko utama Ciliwung, harga beras dijanjikan turun pekan ini'

async function seed() {
  const user = await fixture.user({ name: 'Rini Analis' })
  const api = await openApiAs(fixture, user)
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  const first = await api.project('Banjir Jakarta', 'banjir')
  const second = await api.project('Harga beras', 'harga beras')
  await api.addPosts(first, [
    ...[1, 2, 9].map((days) => ({ text: SHARED, at: ago(days), platform: 'news' as const })),
    ...[1, 3, 10, 11].map((days) => ({
      text: `Banjir surut di kampung${days} rumah${days} warga${days}`,
      at: ago(days),
    })),
  ])
  await api.addPosts(second, [
    { text: SHARED, at: ago(2) },
    { text: 'Harga beras naik lagi di pasar induk, pedagang mengeluh sepi pembeli', at: ago(4) },
  ])
  return { user, first, second }
}

async function openCompare(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Tindakan lain|More actions)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Bandingkan|Compare)$/ }).click()
}

test('two projects are compared with three clicks from a project, and each number leads to its mentions', async () => {
  const { user, first, second } = await seed()
  const page = await fixture.page({ language: 'id', colorScheme: 'light', viewport: { width: 1280, height: 844 } })
  await logIn(page, user, `/projects/${first}`)
  await openCompare(page)
  await page.getByRole('button', { name: 'Tambahkan Harga beras' }).click()
  const share = page.getByRole('region', { name: /^Pangsa suara/ })
  await share.getByText('78%').waitFor()
  await share.getByText('22%').waitFor()
  const common = page.getByRole('region', { name: /^Cerita yang sama/ })
  assert.deepEqual(await common.locator('.story-sides a').allTextContents(), ['3 mention', '1 mention'])
  assert.equal(await page.locator('.apart-sides > div').nth(1).locator('.compare-stories > li').count(), 1)
  const line = page.locator('.side-legend button').first()
  await line.click()
  assert.equal(await line.getAttribute('aria-pressed'), 'false')
  assert.deepEqual(await findViolations(page), [])
  assert.ok((await overflowOf(page)) <= 0)
  const address = new URL(page.url())
  assert.equal(address.searchParams.get('ids'), `${first},${second}`)
  await common.locator('.story-sides a').first().click()
  await page.locator('.mention').first().waitFor()
  assert.equal(await page.locator('.mention').count(), 3)
  await page.goBack()
  await share.waitFor()
  await page.goBack()
  await page.getByText('Pilih setidaknya dua sisi').waitFor()
})

test('periods and filters of one project are compared on a phone, without colour as the only mark', async () => {
  const { user, first } = await seed()
  const page = await fixture.page({ language: 'en', colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  await logIn(page, user, `/projects/${first}`)
  await page.getByRole('button', { name: 'Details and actions' }).click()
  await openCompare(page)
  await page.getByRole('radio', { name: 'Periods' }).click()
  await page.getByRole('region', { name: /^Share of voice/ }).waitFor()
  assert.match(await page.locator('.note.warn').innerText(), /not fair yet[\s\S]*was not listening/)
  const series = page.getByRole('region', { name: /^Mentions over time/ })
  await series.getByRole('button', { name: 'View as table' }).click()
  await series.getByRole('rowheader', { name: 'Day 7' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.ok((await overflowOf(page)) <= 0)
  await page.getByRole('radio', { name: 'Filters' }).click()
  await page.getByLabel('Filter 2: Source').selectOption('')
  const share = page.getByRole('region', { name: /^Share of voice/ })
  await share.getByText('All mentions', { exact: true }).waitFor()
  assert.deepEqual(await share.locator('.side-link').allTextContents(), ['30%', '70%'])
  assert.deepEqual(await findViolations(page), [])
  assert.ok((await overflowOf(page)) <= 0)
})

test('projects are chosen in the list', async () => {
  const { user } = await seed()
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 844 } })
  await logIn(page, user)
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByLabel('Compare Banjir Jakarta').check()
  await page.getByLabel('Compare Harga beras').check()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('link', { name: 'Compare 2 projects' }).click()
  await page.getByRole('region', { name: /^Share of voice/ }).waitFor()
})
