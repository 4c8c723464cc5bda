import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { WireAlert, WireIncident } from '../../src/api/wire/alert.ts'
import { type Api, findViolations, logIn, openApiAs, type Post, settled, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'
import { burst, openIncident } from './watching.ts'

const DAY_MS = 86_400_000
let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user()
  api = await openApiAs(fixture, user)
})
// Twelve mentions within ten minutes on each of three days.
beforeEach(async () => {
  projectId = await api.project('Banjir', 'banjir', { type: 'manual' })
  await api.addPosts(projectId, [3, 9, 15].flatMap(pastBurst))
})

function pastBurst(daysAgo: number): Post[] {
  return Array.from({ length: 12 }, (_, index) => ({
    text:
      index % 2 === 0
        ? `banjir hari ke-${daysAgo} merendam pasar induk sejak subuh dan pedagang memindahkan barang`
        : `banjir hari ke-${daysAgo} laporan warga${index} rt${index * daysAgo} jalan${index * 7}`,
    at: new Date(Date.now() - daysAgo * DAY_MS + index * 50_000),
  }))
}

function addRule(fields: object = {}): Promise<WireAlert> {
  const rule = { kind: 'volume', count: 10, minutes: 30 }
  return api.send('POST', '/api/alerts', { keywordId: projectId, name: 'Flood news', rule, channels: [], ...fields })
}

async function openNewRule(page: Page): Promise<void> {
  await logIn(page, user, `/projects/${projectId}`)
  await page.getByRole('link', { name: 'Alerts' }).click()
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('link', { name: 'New rule' }).first().click()
  await page.getByRole('radio', { name: /^A number is reached/ }).check()
}

test('a form shows what the rule would have reported, while it is typed', async () => {
  const page = await fixture.page({ language: 'en' })
  await openNewRule(page)
  const count = page.getByLabel('Number of mentions')
  const minutes = page.getByLabel('Within (minutes)')
  await count.fill('10')
  await minutes.fill('30')
  await page.getByText('This rule would have told you 3 times in the last 90 days.').waitFor()
  assert.equal(await page.locator('.backtest-list li').count(), 3)
  assert.match(await page.locator('.backtest-list li').first().innerText(), /12 mentions\n+banjir hari ke-3/)
  await page.locator('.backtest .chart-mark').nth(2).waitFor()

  // The earlier result stays, marked as busy, until the next one is there.
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/alerts/backtest', async (route) => {
    await held
    await route.continue()
  })
  await count.fill('13')
  await page.locator('.backtest-result[aria-busy="true"]').waitFor()
  assert.equal(await page.locator('.backtest-list li').count(), 3)
  release()
  await page.getByText('This rule would not have told you anything in the last 90 days.').waitFor()
  assert.equal(await page.locator('.backtest-list li').count(), 0)
  await page.unroute('**/api/alerts/backtest')

  await page.getByLabel('Words').fill('"hari ke-9"')
  await count.fill('5')
  await page.getByText('would have told you 1 time in').waitFor()
  assert.deepEqual(await findViolations(page), [])
})

test('errors of the API stand at their fields, in the language of the page', async () => {
  const page = await fixture.page({ language: 'id' })
  await logIn(page, user, `/projects/${projectId}/alerts/new`)
  await page.getByRole('radio', { name: /^Mencapai jumlah tertentu/ }).check()
  const minutes = page.getByLabel('Dalam (menit)')
  await minutes.fill('5000')
  await page.getByText('Bilangan bulat dari 1 sampai 1.440.').waitFor()
  assert.equal(await minutes.getAttribute('aria-invalid'), 'true')
  const described = await minutes.getAttribute('aria-describedby')
  assert.match(await page.locator(`[id="${described}"]`).innerText(), /1\.440/)
  await page.getByText('Lengkapi isian yang ditandai').waitFor()
  await minutes.fill('')
  await waitUntil(page, `document.querySelector('.backtest-news').getAttribute('aria-busy') === 'false'`)
  assert.equal(await minutes.getAttribute('aria-invalid'), 'true')
  await minutes.fill('60')
  await waitUntil(page, `document.querySelector('[aria-invalid="true"]') === null`)
  await page.getByRole('button', { name: 'Simpan aturan' }).click()
  const name = page.getByLabel('Nama aturan')
  await waitUntil(page, `document.querySelector('.rule-form [aria-invalid="true"]') !== null`)
  assert.equal(await name.getAttribute('aria-invalid'), 'true')
  await page.getByText('Belum ada saluran').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Tambah saluran' }).getAttribute('href'), '/channels')
})

test('a saved rule opens an incident, which appears at once in the list and on the chart and is acknowledged', async () => {
  const page = await fixture.page({ language: 'en' })
  await openNewRule(page)
  await page.getByLabel('Number of mentions').fill('10')
  await page.getByLabel('Within (minutes)').fill('30')
  await page.getByLabel('Name of the rule').fill('Flood news')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Tells you when there are at least 10 mentions within 30 minutes.').waitFor()
  await page.getByText('No incidents yet').waitFor()
  await page.locator('.live.live').waitFor()

  await api.addPosts(projectId, burst(20, { minutesAgo: 15, minutes: 10 }))
  const head = page.getByRole('button', { name: /Open\s*Flood news/ })
  await head.click()
  await page.getByText('is one story').waitFor()
  await page.getByRole('link', { name: /^#tanggulmuarabaru/ }).waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText(/^Acknowledged /).waitFor()
  assert.deepEqual(await findViolations(page), [])

  await page.getByRole('link', { name: 'Banjir' }).first().click()
  const mark = page.getByRole('button', { name: /^Incident: Flood news, a peak of \d+ mentions/ })
  await mark.waitFor()
  await settled(page)
  await mark.click()
  const panel = page.getByRole('region', { name: 'Flood news' })
  await panel.getByText(/^Acknowledged /).waitFor()
  assert.equal(await mark.getAttribute('aria-pressed'), 'true')
  await panel.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: '1 day' }).click()
  await panel.getByRole('button', { name: /^Snoozed until/ }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  const incident = await openIncident(api, projectId, 1)
  assert.notEqual(incident.acknowledged_at, null)
  const snoozedMs = Date.parse(incident.snoozed_until ?? '') - Date.now()
  assert.ok(snoozedMs > 0.9 * DAY_MS && snoozedMs <= DAY_MS)

  const href = await panel.getByRole('link', { name: 'Show these mentions' }).getAttribute('href')
  const params = new URL(href ?? '', fixture.url).searchParams
  assert.deepEqual([params.get('from'), params.get('to')], [incident.moment?.from, incident.moment?.to])
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.deepEqual(fixture.pageErrors, [])
})

test('a bar is filtered by and explained, from the chart and from the table; a drag zooms', async () => {
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${projectId}?period=7d`)
  const over = page.locator('.panel.wide .u-over')
  // The chart is drawn again when the coverage is known.
  await page.locator('.strips li').first().waitFor()
  const pointAt = async (share: number): Promise<[number, number]> => {
    await page.waitForTimeout(200)
    await over.scrollIntoViewIfNeeded()
    const box = await over.boundingBox()
    assert.ok(box !== null)
    return [box.x + box.width * share, box.y + box.height / 2]
  }
  // Seven days, of which the fourth has mentions.
  await page.mouse.click(...(await pointAt(3.5 / 7)))
  await page.waitForURL(/from=.*to=/)
  await page.getByRole('button', { name: 'Why?', exact: true }).click()
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Jakarta',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const panel = page.getByRole('region', { name: `Why ${day.format(Date.now() - 3 * DAY_MS)}?` })
  await panel.getByText('12 mentions').first().waitFor()
  await page.reload()
  await panel.getByText('12 mentions').first().waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  // The chart follows the width a moment later.
  await waitUntil(page, 'document.documentElement.scrollWidth <= window.innerWidth')
  assert.deepEqual(await findViolations(page), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'View as table' }).click()
  await page.getByRole('button', { name: `Why ${day.format(Date.now() - 3 * DAY_MS)}?` }).press('Enter')
  await panel.getByText('12 mentions').first().waitFor()
  await panel.getByRole('button', { name: 'Close' }).press('Enter')

  await page.getByRole('button', { name: 'View as chart' }).click()
  await over.waitFor()
  await page.mouse.move(...(await pointAt(0.2)))
  await page.mouse.down()
  await page.mouse.move(...(await pointAt(0.5)), { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/from=.*to=/)
  assert.equal(await page.locator('.why-panel').count(), 0)
})

test('a rule is switched off, changed with its earlier values, and deleted', async () => {
  const quiet = { from: '21:00', to: '05:00', timeZone: 'Asia/Makassar' }
  const rule = await addRule({ filter: { sosmedId: 'news', q: 'air' }, quiet, cooldownMinutes: 45 })
  const stored = async (): Promise<WireAlert | undefined> =>
    (await api.get<{ data: WireAlert[] }>(`/api/alerts?keywordId=${projectId}`)).data[0]
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${projectId}/alerts`)
  await page.getByText('News · air').waitFor()
  await page.getByText('Quiet 21:00–05:00').waitFor()
  await page.getByText('No incident yet').waitFor()
  await page.getByRole('switch', { name: 'Rule Flood news enabled' }).click()
  await page.locator('.rule.off').waitFor()
  await waitUntil(page, `!document.querySelector('.rule .switch').disabled`)
  assert.equal((await stored())?.enabled, false)

  await page.getByRole('link', { name: 'Edit rule Flood news' }).click()
  await page.getByLabel('Within (minutes)').fill('45')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('within 45 minutes').waitFor()
  const { rule: changed, ...others } = (await stored()) ?? {}
  assert.deepEqual(changed, { kind: 'volume', count: 10, minutes: 45 })
  const { rule: _, ...before } = rule
  assert.deepEqual(others, { ...before, enabled: false })

  await page.getByRole('button', { name: 'Delete rule Flood news' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No rules yet').waitFor()
  assert.equal(await stored(), undefined)
})

test('incidents are filtered by their state, and a link unfolds one of them', async () => {
  await addRule({ cooldownMinutes: 0 })
  await api.addPosts(projectId, [
    ...burst(15, { minutesAgo: 115, minutes: 3 }),
    ...burst(15, { minutesAgo: 15, minutes: 10 }),
  ])
  const open = await openIncident(api, projectId, 2)
  const { data } = await api.get<{ data: WireIncident[] }>(`/api/incidents?keywordId=${projectId}&state=closed`)
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${projectId}/alerts?incident=${data[0]?.id}`)
  await page.locator('.incident.closed .why').waitFor()
  await page.getByRole('radio', { name: 'Open' }).click()
  await page.locator('.incident.closed').waitFor({ state: 'detached' })
  await page.locator('.incident.open').waitFor()
  await page.getByRole('radio', { name: 'Closed' }).click()
  await page.locator('.incident.closed').waitFor()
  assert.equal(await page.locator('.incident').count(), 1)
  assert.equal(open.state, 'open')
})
