import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { findViolations, logIn, openApiAs, pointAtBar, settled, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

const DAY_MS = 86_400_000
let user: TestUser
let projectId: string
let youngId: string
// Since 1970; most mentions are in it.
let hour: number
const copied =
  'tanggul jebol dan banjir merendam pasar induk sejak subuh sehingga pedagang memindahkan barang ke gudang'
const article = 'Tanggul Muara Baru jebol\n\nTanggul Muara Baru jebol. Warga mengungsi dari banjir sejak malam.'

// 44 mentions: 40 yesterday in one hour (3 of them copies), the others three days ago.
before(async () => {
  user = await fixture.user()
  const api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir', { type: 'manual' })
  hour = Math.floor((Date.now() - DAY_MS) / 3_600_000)
  const yesterday = (minute: number): Date => new Date(hour * 3_600_000 + minute * 60_000)
  const earlier = new Date(Date.now() - 3 * DAY_MS)
  await api.addPosts(projectId, [
    { text: copied, author: 'ani', at: yesterday(1) },
    { text: copied, author: 'budi', at: yesterday(2) },
    { text: copied, author: 'citra', at: yesterday(50), engagement: { likes: 900, shares: 400 } },
    ...Array.from({ length: 37 }, (_, index) => ({
      text: `banjir hari kedua nomor${index} kata${index * 7} lain${index * 13} #siaga`,
      author: 'warga',
      at: yesterday(3 + index),
    })),
    { text: article, platform: 'news' as const, author: '127.0.0.1', at: earlier },
    { text: 'banjir surut dan jalan dibuka lagi untuk umum', platform: 'youtube' as const, at: earlier },
    { text: 'relawan membagikan selimut kepada korban banjir', at: earlier },
    { text: 'jembatan gantung putus diterjang banjir bandang', at: earlier },
  ])
  const { data } = await api.get<{ data: { id: string }[] }>(`/api/mentions/search?keywordId=${projectId}&limit=1`)
  await api.send('PUT', `/api/mentions/${data[0]?.id}/tags/penting`)
  const startDate = new Date(Date.now() - 4 * DAY_MS).toISOString().slice(0, 10)
  youngId = await api.project('Rob', 'rob', { type: 'manual', startDate })
})

async function open(path = '', options: Parameters<typeof fixture.page>[0] = {}): Promise<Page> {
  const page = await fixture.page({ language: 'en', ...options })
  await logIn(page, user, `/projects/${projectId}${path}`)
  await page.locator('.tile').first().waitFor()
  await page.locator('.mention').first().waitFor()
  return page
}

const chips = (page: Page): Promise<string[]> => page.locator('.filter-chips .chip').allInnerTexts()
const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name)

test('every list and tile sets the filter, shown as chips; Back undoes one step, a chip its own part', async () => {
  const page = await open()
  assert.equal(await page.locator('.filter-chips').count(), 0)
  // Each narrows what the one before has left.
  const clicks = [
    ['.tags .chip >> text=#siaga', 'q', '#siaga'],
    ['.tile.neutral .tile-value', 'sentiment', 'neutral'],
    ['.bars button >> text=X', 'source', 'twitter'],
    ['.people button', 'author', 'warga'],
    ['.bars button >> text=Indonesian', 'language', 'id'],
  ] as const
  for (const [index, [selector, name, value]] of clicks.entries()) {
    await page.locator(selector).first().click()
    await page.waitForURL((url) => url.searchParams.get(name) === value)
    assert.equal((await chips(page)).length, index + 1, selector)
    await settled(page)
  }
  await page.goBack()
  await waitUntil(page, `document.querySelectorAll('.filter-chips .chip').length === 4`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.locator('.filter-chips').waitFor({ state: 'detached' })
  await settled(page)
  await page.locator('.strips li button').first().click()
  await page.waitForURL(/source=/)
  await page.goBack()
  await page.locator('.filter-chips').waitFor({ state: 'detached' })
  await settled(page)
  await page.locator('.stories button').first().click()
  await page.locator('.filter-chips .chip', { hasText: 'Story: tanggul jebol' }).waitFor()
  await waitUntil(page, `document.querySelectorAll('.mention').length === 3`)
  await settled(page)
  await page.locator('.people button').first().click()
  await waitUntil(page, `document.querySelectorAll('.filter-chips .chip').length === 2`)
  await page.getByRole('button', { name: /^Remove the filter Story/ }).click()
  await page.locator('.filter-chips .chip', { hasText: 'Author: ' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.locator('.filter-chips').waitFor({ state: 'detached' })
  assert.deepEqual(fixture.pageErrors, [])
})

test('a click on a bar zooms to its day, the next to its hour and says why; the mentions follow', async () => {
  const page = await open('?period=7d')
  await page.locator('.strips li').first().waitFor()
  const clickAt = async (share: number): Promise<void> => {
    const { x, y } = await pointAtBar(page, share, 'mention')
    await page.mouse.click(x, y)
  }
  const hourOfDay = (hour + 7) % 24
  await clickAt(5.5 / 7)
  await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
  await page.getByText('40', { exact: true }).first().waitFor()
  assert.equal(await page.locator('.why-panel').count(), 0)
  // The chart has the hours of that day now.
  await page.getByText('by sentiment, per hour').waitFor()
  await clickAt((hourOfDay + 0.5) / 24)
  await page.locator('.why-panel').getByText('40 mentions').first().waitFor()
  const reportPath = await page.locator('.why-panel').getByRole('link', { name: 'Report' }).getAttribute('href')
  assert.match(reportPath ?? '', /report\?from=/)
  assert.equal(param(page, 'from'), new Date(hour * 3_600_000).toISOString())
  assert.match((await chips(page)).join(), /–/)
  // One step back is the day again, and another one all seven days.
  await page.goBack()
  await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('from'))
  assert.deepEqual(fixture.pageErrors, [])
})

test('old numbers are dimmed and busy until the answer comes, and a drag meanwhile does nothing', async () => {
  const page = await open('?period=7d')
  await page.locator('.strips li').first().waitFor()
  await settled(page)
  const held: Route[] = []
  const pattern = /\/api\/project\/(figures|insights)\?/
  await page.route(pattern, (route) => void held.push(route))
  await page.locator('.tile.neutral .tile-value').click()
  await page.locator('.analysis[aria-busy="true"]').waitFor()
  await waitUntil(page, `getComputedStyle(document.querySelector('.analysis > .tiles')).opacity < 1`)
  const box = await page.locator('.panel.wide .u-over').boundingBox()
  assert.ok(box !== null)
  await page.mouse.move(box.x + box.width * 0.2, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 })
  await page.mouse.up()
  assert.equal(param(page, 'from'), null)
  // The figures are there before everything else, and count as such.
  assert.ok(held.every((route) => route.request().url().includes('/figures?')))
  await Promise.all(held.splice(0).map((route) => route.continue().catch(() => {})))
  await page.locator('.tiles.current .tile.neutral', { hasText: '100%' }).waitFor()
  await waitUntil(page, `getComputedStyle(document.querySelector('.analysis > .tiles')).opacity === '1'`)
  assert.equal(await page.locator('.analysis').getAttribute('aria-busy'), 'true')
  // One of them may have been given up for the next.
  await page.unroute(pattern)
  await Promise.all(held.map((route) => route.continue().catch(() => {})))
  await settled(page)
})

test('the words searched for are marked beside those of the project, "/" focuses, searches are remembered', async () => {
  const page = await open()
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await page.keyboard.type('relawan')
  await page.waitForURL(/q=relawan/)
  await page.locator('.mention mark.searched', { hasText: 'relawan' }).waitFor()
  await page.locator('.mention mark:not(.searched)', { hasText: 'banjir' }).waitFor()
  await page.keyboard.type(' selimut')
  await page.waitForURL(/q=relawan.selimut/)
  await page.keyboard.press('Enter')
  // All that was typed is one step.
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await page.locator('.recent').getByRole('button', { name: 'relawan selimut' }).click()
  await page.waitForURL(/q=relawan.selimut/)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'Save this search…' }).click()
  await page.getByLabel('Name of the view').fill('Bantuan')
  await page.locator('dialog[open] button[type=submit]').click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.locator('.search-box input').fill('')
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await page.locator('.recent').getByRole('button', { name: 'Bantuan' }).click()
  await page.waitForURL(/q=relawan.selimut/)
  const stored = `Object.keys(localStorage).filter((key) => key.startsWith('pantau.searches.'))`
  assert.deepEqual(await page.evaluate(stored), [`pantau.searches.${user.id}.${projectId}`])
  // The next person at this browser does not see them.
  await page.locator('.button.account').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.locator('input[name=username]').waitFor()
  assert.deepEqual(await page.evaluate(stored), [])
})

test('a story is listed once with its first author, a title is set once, an outlet has its name', async () => {
  const page = await open()
  const story = page.locator('.mention', { hasText: 'tanggul jebol dan' })
  await story.getByText('2 more, first by ani').waitFor()
  assert.equal(await story.count(), 1)
  await page.goto(`/projects/${projectId}?source=news`)
  await page.locator('.mention-title').waitFor()
  const card = await page.locator('.mention').innerText()
  assert.equal(card.split('Tanggul Muara Baru jebol').length, 2, card)
  assert.ok(!card.includes('@'), card)
  await page.goto(`/projects/${projectId}?order=ranked`)
  await page.getByRole('radio', { name: 'Read first', checked: true }).waitFor()
  const reason = await page.locator('.mention', { hasText: 'tanggul jebol dan' }).locator('.rank-reason').innerText()
  assert.match(reason, /told by 3 authors/)
  assert.match(reason, /published/)
})

test('the page requests one screen of mentions, and shows the time of its data when the connection is lost', async () => {
  const page = await fixture.page({ language: 'en' })
  const limits: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/mentions/search') limits.push(url.searchParams.get('limit'))
  })
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.mention').first().waitFor()
  await settled(page)
  assert.deepEqual(limits, ['20'])
  await page.context().setOffline(true)
  await page.getByText('The connection is lost').waitFor()
  assert.equal(await page.getByText(/^as of .*WIB$/).count(), 2)
  await page.context().setOffline(false)
  await page
    .getByText(/^as of/)
    .first()
    .waitFor({ state: 'detached' })
})

test('a young project begins where it began and draws nothing yet; an empty chart has no axis', async () => {
  const page = await fixture.page({ language: 'en' })
  const asked = page.waitForRequest((request) => request.url().includes('/api/project/coverage'))
  await logIn(page, user, `/projects/${youngId}`)
  const from = new URL((await asked).url()).searchParams.get('from') ?? ''
  assert.ok(Date.now() - Date.parse(from) < 6 * DAY_MS, from)
  // A source that is on is not called off before it was read.
  await page.locator('.strips li', { hasText: 'YouTube' }).getByText('On; not read for this project yet').waitFor()
  await page.locator('.strips li', { hasText: 'TikTok' }).getByText('Not configured').waitFor()
  assert.equal(await page.locator('.tile, .province-map, .filter').count(), 0)
  await page.goto(`/projects/${projectId}?source=tiktok`)
  await page.locator('.no-chart').first().waitFor()
  assert.equal(await page.locator('.chart canvas').count(), 0)
})

test('resting on a bar shows what is usual for mentions, and for nothing else', async () => {
  const page = await open('?period=7d')
  await page.route('**/api/project/moments?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), low: 2, high: 17 } })
  })
  const rest = async (): Promise<void> => {
    await settled(page)
    const box = await page.locator('.panel.wide .u-over').boundingBox()
    assert.ok(box !== null)
    await page.mouse.move(box.x + (box.width * 5.4) / 7, box.y + box.height / 2)
    await page.mouse.move(box.x + (box.width * 5.5) / 7, box.y + box.height / 2)
    await page.locator('.chart-tip-box', { hasText: '40' }).waitFor()
  }
  await rest()
  await page.locator('.chart-tip-box').getByText('usually 2–17').waitFor()
  await page.locator('.count-choice').getByRole('radio', { name: 'Authors' }).click()
  await page.waitForURL(/count=independent/)
  await page.locator('.panel.wide .u-over').waitFor()
  await page.mouse.move(0, 0)
  const box = await page.locator('.panel.wide .u-over').boundingBox()
  assert.ok(box !== null)
  await page.mouse.move(box.x + (box.width * 5.5) / 7, box.y + box.height / 2)
  await page.locator('.chart-tip-box', { hasText: 'author' }).waitFor()
  assert.equal(await page.locator('.chart-tip-box').getByText('usually').count(), 0)
})

test('an explanation closes when another time is chosen, and its numbers set the filter', async () => {
  const day = new Date(Date.now() - DAY_MS + 7 * 3_600_000).toISOString().slice(0, 10)
  const range = [`${day}T00:00:00+07:00`, `${day}T23:59:59+07:00`].map((time) => new Date(time).toISOString()).join('/')
  const page = await open(`?period=7d&why=${range}`)
  await page.locator('.why').waitFor()
  await page.getByRole('radio', { name: '30 days' }).click()
  await page.locator('.why').waitFor({ state: 'detached' })
  await page.goBack()
  await page.locator('.why .bars button', { hasText: 'X' }).click()
  await page.waitForURL((url) => url.searchParams.get('source') === 'twitter' && url.searchParams.has('from'))
})

test('the filter is one row of one kind of control at 1280, and nothing violates accessibility rules', async () => {
  const page = await open('?sentiment=neutral&author=warga', { viewport: { width: 1280, height: 844 }, language: 'id' })
  await settled(page)
  assert.deepEqual(await findViolations(page), [])
  // The names of all choices, that of tags among them, are longer than what is chosen here.
  await page.getByRole('button', { name: 'Hapus saringan', exact: true }).click()
  await page.getByRole('button', { name: 'Tag: Semua tag' }).waitFor()
  await settled(page)
  const tops = await page.evaluate<number[]>(`[...document.querySelectorAll('.filter-row > *, .filter-more > *')]
    .filter((one) => one.getClientRects().length > 0).map((one) => one.getBoundingClientRect().top)`)
  assert.ok(Math.max(...tops) - Math.min(...tops) < 20, tops.join())
  assert.equal(await page.locator('.filter select').count(), 0)
  assert.equal(await page.locator('.project .button.primary').count(), 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitUntil(page, 'document.documentElement.scrollWidth <= window.innerWidth')
  assert.deepEqual(await findViolations(page), [])
})
