import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { seedArchive } from '../archive.ts'
import { type Api, logIn, openApiAs, pointAtBar, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

// What an analyst does every day, and the most clicks that each of it may need. Clicks and keys count; typing text does not.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let user: TestUser
let api: Api
let id: string
let hour: number

// 30 mentions in one hour of yesterday, and 6 on other days; another project to compare with.
before(async () => {
  user = await fixture.user({ name: 'Rini Analis' })
  api = await openApiAs(fixture, user)
  id = await api.project('Banjir Jakarta', 'banjir', { type: 'manual' })
  const other = await api.project('Harga beras', 'harga beras', { type: 'manual' })
  hour = Math.floor((Date.now() - DAY_MS) / HOUR_MS) * HOUR_MS
  await api.addPosts(id, [
    ...Array.from({ length: 30 }, (_, at) => ({
      text: `Parah, tanggul jebol dan banjir merendam rumah${at} di gang${at * 7}, kami kecewa`,
      at: new Date(hour + at * 60_000),
    })),
    ...Array.from({ length: 6 }, (_, at) => ({
      text: `Banjir surut di kampung${at}, terima kasih relawan${at * 3}`,
      platform: 'news' as const,
      at: new Date(Date.now() - (at + 3) * DAY_MS),
    })),
  ])
  await api.addPosts(other, [{ text: 'Harga beras naik lagi', at: new Date(Date.now() - 2 * DAY_MS) }])
  await seedArchive(
    fixture.pool,
    Array.from({ length: 10 }, (_, at) => ({ text: `Pentas gamelan ke ${at}`, at: Date.now() - (at + 1) * DAY_MS })),
  )
})

interface Hand {
  readonly page: Page
  clicks(): number
  click(what: Locator): Promise<void>
  clickAt(x: number, y: number): Promise<void>
  press(key: string): Promise<void>
  // Into the field that has the focus.
  type(text: string): Promise<void>
}

function handOf(page: Page): Hand {
  let clicks = 0
  const count = (done: Promise<void>): Promise<void> => {
    clicks += 1
    return done
  }
  return {
    page,
    clicks: () => clicks,
    click: (what) => count(what.click()),
    clickAt: (x, y) => count(page.mouse.click(x, y)),
    press: (key) => count(page.keyboard.press(key)),
    async type(text) {
      await waitUntil(page, `document.activeElement.matches('input, textarea')`)
      await page.keyboard.insertText(text)
    },
  }
}

const button = ({ page }: Hand, name: string): Locator => page.getByRole('button', { name, exact: true })
const link = ({ page }: Hand, name: string): Locator => page.getByRole('link', { name }).first()
const item = ({ page }: Hand, name: string): Locator => page.getByRole('menuitem', { name })

interface Task {
  readonly name: string
  // The page on which it begins.
  readonly from: 'list' | 'project'
  readonly most: number
  // Does it, and checks that it is done.
  readonly run: (hand: Hand) => Promise<void>
}

const TASKS: readonly Task[] = [
  { name: 'create a project after its preview', from: 'list', most: 4, run: create },
  { name: 'learn why it spiked', from: 'list', most: 3, run: explain },
  { name: 'send the boss a link', from: 'project', most: 3, run: share },
  { name: 'correct a sentiment', from: 'project', most: 2, run: correct },
  { name: 'compare two projects', from: 'project', most: 3, run: compare },
  { name: 'add a rule', from: 'list', most: 4, run: addRule },
  { name: 'edit the expression', from: 'list', most: 3, run: edit },
  { name: 'import a file', from: 'project', most: 4, run: importFile },
  { name: 'hide a mention, and undo it', from: 'project', most: 3, run: hide },
  { name: 'tag everything that a filter selects', from: 'project', most: 4, run: tag },
  { name: 'export what is filtered', from: 'project', most: 3, run: exportFiltered },
  { name: 'save a view, and open it from anywhere', from: 'project', most: 6, run: saveView },
]

const countMentions = async (): Promise<number> =>
  (await api.get<{ total: number }>(`/api/mentions?keywordId=${id}`)).total

async function create(hand: Hand): Promise<void> {
  await hand.click(link(hand, 'New project'))
  await hand.type('Gamelan')
  await hand.press('Tab')
  await hand.type('gamelan')
  await hand.page.getByText(/About [\d,]+ a month/).waitFor()
  await hand.page.locator('.preview-example mark').first().waitFor()
  await hand.click(button(hand, 'Create project'))
  await hand.page.getByRole('heading', { name: 'Gamelan', level: 1 }).waitFor()
}

async function explain(hand: Hand): Promise<void> {
  await hand.click(link(hand, 'Banjir Jakarta'))
  const { page } = hand
  // A day of the last 30, then an hour of that day.
  const clickBar = async (share: number): Promise<void> => {
    const { x, y } = await pointAtBar(page, share, '30')
    await hand.clickAt(x, y)
  }
  await page.locator('.strips li').first().waitFor()
  await clickBar(28.5 / 30)
  await page.getByText('by sentiment, per hour').waitFor()
  await clickBar((((hour / HOUR_MS + 7) % 24) + 0.5) / 24)
  await page.locator('.why-panel').getByText('30 mentions').first().waitFor()
}

async function share(hand: Hand): Promise<void> {
  await hand.click(button(hand, 'Share'))
  await hand.click(button(hand, 'Create link'))
  await hand.click(button(hand, 'Copy'))
  const url = await hand.page.evaluate<string>('navigator.clipboard.readText()')
  const shared = await fetch(`${fixture.url}/api/shared/${url.split('/').at(-1)}`)
  assert.equal(shared.status, 200)
}

async function correct(hand: Hand): Promise<void> {
  const card = hand.page.locator('.mention', { hasText: 'rumah29' })
  await hand.click(card.getByRole('button', { name: /^Sentiment/ }))
  await hand.click(hand.page.getByRole('menuitemradio', { name: 'Neutral' }))
  await card.getByText('corrected').waitFor()
  const stored = await api.get<{ total: number }>(`/api/mentions/search?keywordId=${id}&q=rumah29&sentimen=0`)
  assert.equal(stored.total, 1)
}

async function compare(hand: Hand): Promise<void> {
  await hand.click(button(hand, 'More actions'))
  await hand.click(item(hand, 'Compare'))
  await hand.click(button(hand, 'Add Harga beras'))
  const shares = hand.page.getByRole('region', { name: /^Share of voice/ })
  await shares.getByText('97%').waitFor()
}

async function addRule(hand: Hand): Promise<void> {
  await hand.click(link(hand, 'Banjir Jakarta'))
  await hand.click(link(hand, 'Alerts'))
  await hand.click(link(hand, 'New rule'))
  await hand.type('Lonjakan')
  await hand.click(button(hand, 'Save rule'))
  await hand.page.waitForURL(/\/alerts$/)
  const { data } = await api.get<{ data: unknown[] }>(`/api/alerts?keywordId=${id}`)
  assert.equal(data.length, 1)
}

async function edit(hand: Hand): Promise<void> {
  await hand.click(link(hand, 'Banjir Jakarta'))
  await hand.click(link(hand, 'Edit project'))
  await waitUntil(hand.page, `document.activeElement.value === 'banjir'`)
  await hand.type('banjir or rob')
  await hand.click(button(hand, 'Save'))
  await hand.page.locator('.project-facts .code', { hasText: 'banjir or rob' }).waitFor()
}

async function importFile(hand: Hand): Promise<void> {
  const had = await countMentions()
  await hand.click(button(hand, 'More actions'))
  await hand.click(item(hand, 'Import posts'))
  const [chooser] = await Promise.all([
    hand.page.waitForEvent('filechooser'),
    hand.click(hand.page.locator('.import-drop .button')),
  ])
  const rows = `platform,id,text,url,published_at\ntwitter,1,banjir dari berkas,https://example.com/1,${new Date(hour).toISOString()}\n`
  await chooser.setFiles({ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await hand.click(button(hand, 'Import'))
  await hand.page.getByText('Done: 1 row read').waitFor()
  assert.equal(await countMentions(), had + 1)
}

async function hide(hand: Hand): Promise<void> {
  const had = await countMentions()
  const card = hand.page.locator('.mention', { hasText: 'rumah28' })
  await hand.click(card.getByRole('button', { name: 'Actions for this mention' }))
  await hand.click(item(hand, 'Hide as irrelevant'))
  await card.waitFor({ state: 'detached' })
  assert.equal(await countMentions(), had - 1)
  await hand.click(button(hand, 'Undo'))
  await card.waitFor()
  assert.equal(await countMentions(), had)
}

async function tag(hand: Hand): Promise<void> {
  await hand.click(hand.page.locator('.bars button', { hasText: 'News' }))
  await hand.page.waitForURL(/source=news/)
  await hand.click(button(hand, 'Select'))
  await hand.page.getByText('All 6').waitFor()
  await hand.click(hand.page.locator('.bulk-tag'))
  await hand.type('redaksi')
  await hand.press('Enter')
  await hand.page.getByText('6 mentions changed.').waitFor()
  assert.deepEqual((await api.get<{ data: unknown }>(`/api/tags?keywordId=${id}`)).data, [{ tag: 'redaksi', total: 6 }])
}

async function exportFiltered(hand: Hand): Promise<void> {
  await hand.click(hand.page.locator('.bars button', { hasText: 'News' }))
  await hand.page.waitForURL(/source=news/)
  await hand.click(hand.page.locator('.project-actions').getByRole('button', { name: 'Export' }))
  const [download] = await Promise.all([hand.page.waitForEvent('download'), hand.click(item(hand, 'CSV'))])
  assert.equal(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n').length,
    7,
  )
}

async function saveView(hand: Hand): Promise<void> {
  await hand.click(hand.page.locator('.bars button', { hasText: 'News' }))
  await hand.page.waitForURL(/source=news/)
  await hand.click(button(hand, 'Views'))
  await hand.click(item(hand, 'Save this view'))
  await hand.type('Hanya berita')
  await hand.press('Enter')
  await hand.page.getByText('The view is saved.').waitFor()
  await hand.page.goto('/')
  await hand.page.locator('.project-card').first().waitFor()
  await hand.press('Control+k')
  await hand.type('hanya berita')
  await hand.page.getByRole('option', { name: /Hanya berita/, selected: true }).waitFor()
  await hand.press('Enter')
  await hand.page.waitForURL(new RegExp(`/projects/${id}\\?.*source=news`))
}

test('the twelve tasks of an analyst need no more clicks than promised', async (t) => {
  const page = await fixture.page({ language: 'en', permissions: ['clipboard-read', 'clipboard-write'] })
  await logIn(page, user)
  const found: string[] = []
  for (const { name, from, most, run } of TASKS) {
    await page.goto(from === 'list' ? '/' : `/projects/${id}`)
    await page
      .locator(from === 'list' ? '.project-card' : '.mention')
      .first()
      .waitFor()
    const hand = handOf(page)
    await run(hand)
    t.diagnostic(`${name}: ${hand.clicks()} of ${most} clicks`)
    if (hand.clicks() > most) found.push(`${name}: ${hand.clicks()} clicks, not ${most}`)
  }
  assert.deepEqual(found, [])
  assert.deepEqual(fixture.pageErrors, [])
})
