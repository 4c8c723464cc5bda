import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, logIn, openApiAs, overflowOf, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

const DAY_MS = 86_400_000
let user: TestUser
let projectId: string
// Now 5 mentions of 3 stories by 2 authors, all of them three days ago; before that 2 mentions of 2 stories by 1 author.
before(async () => {
  user = await fixture.user()
  const api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir', { type: 'manual' })
  const now = new Date(Date.now() - 3 * DAY_MS)
  const earlier = new Date(Date.now() - 40 * DAY_MS)
  const copied = 'banjir merendam pasar induk sejak subuh dan para pedagang memindahkan barang ke lantai dua gedung'
  await api.addPosts(projectId, [
    { text: copied, author: 'ani', at: now },
    { text: copied, author: 'budi', at: now },
    { text: copied, author: 'budi', at: now },
    { text: 'relawan membagikan selimut kepada korban banjir di halaman masjid', author: 'ani', at: now },
    { text: 'jembatan gantung putus diterjang banjir bandang kemarin sore', author: 'ani', at: now },
    { text: 'tanggul sungai ditinggikan sebelum musim banjir tiba', author: 'ani', at: earlier },
    { text: 'sekolah libur dua hari karena banjir setinggi lutut', author: 'ani', at: earlier },
  ])
})

// The numbers of the table of the day that has mentions, and of its head.
async function tableOf(page: Page): Promise<{ head: string[]; row: string[] }> {
  const head = await page.locator('.table-scroll thead th').allInnerTexts()
  const rows = await page.locator('.table-scroll tbody tr').all()
  const cells = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
  return { head: head.slice(1), row: cells.find((texts) => texts.some((text) => Number(text) > 0)) ?? [] }
}

test('the three counts stand beside their change, on the project page and in the report', async () => {
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.tile').first().waitFor()
  const tiles = await page.locator('.tile').allInnerTexts()
  assert.deepEqual(
    tiles.slice(0, 3).map((tile) => tile.split('\n')),
    [
      ['Mentions', '5', '+150% 2 before'],
      ['Unique stories', '3', '+50% 2 before'],
      ['Authors', '2', '+100% 1 before'],
    ],
  )
  await page.getByText('The numbers are a lower bound').waitFor()
  await page.getByText('Not audited: shares according to the model only.').waitFor()
  await page.goto(`/projects/${projectId}/report`)
  await page.locator('.report-figures').waitFor()
  const figures = await page.locator('.report-figures > div').allInnerTexts()
  assert.deepEqual(
    figures.slice(0, 3).map((figure) => figure.split('\n').filter((line) => line !== '')),
    [
      ['Mentions', '5', '+150% · before: 2'],
      ['Different stories', '3', '+50% · before: 2'],
      ['Different authors', '2', '+100% · before: 1'],
    ],
  )
  assert.match(figures[3] ?? '', /judged by the model, not audited yet/)
  await page.getByText('The figures are therefore a lower bound.').waitFor()
  await page.goto(`/projects/${projectId}?period=90d`)
  await page.getByText('nothing to compare with').first().waitFor()
  assert.match(await page.locator('.story').first().innerText(), /3 copies by 2 authors/)
})

test('a switch changes what chart and table count, explains it in a line, and is kept in the link', async () => {
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${projectId}`)
  const panel = page.locator('.panel.wide')
  await panel.getByRole('img', { name: /^Volume chart: 5 mentions/ }).waitFor()
  await panel.getByText('Mentions: every post').waitFor()
  await panel.getByRole('button', { name: 'View as table' }).click()
  const mentions = await tableOf(page)
  assert.deepEqual(mentions.head, ['Negative', 'Neutral', 'Positive', 'Mentions'])
  assert.equal(mentions.row.at(-1), '5')

  await panel.getByRole('radio', { name: 'Mentions' }).focus()
  await page.keyboard.press('ArrowRight')
  await waitUntil(page, `document.activeElement?.textContent === 'Unique stories'`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/count=unique/)
  await panel.getByText('Unique stories: all copies count once').waitFor()
  assert.deepEqual(await tableOf(page), { head: ['Unique stories'], row: ['3'] })

  await panel.getByRole('radio', { name: 'Authors' }).click()
  await page.waitForURL(/count=independent/)
  assert.deepEqual(await tableOf(page), { head: ['Authors'], row: ['2'] })
  await page.reload()
  await panel.getByRole('img', { name: /^Volume chart: 2 authors/ }).waitFor()
})

test('the switch fits any screen and has no accessibility violations', async () => {
  for (const width of [390, 1280, 1440]) {
    const page = await fixture.page({ viewport: { width, height: 844 } })
    await logIn(page, user, `/projects/${projectId}?count=unique`)
    await page.getByText('Cerita unik: semua salinan').waitFor()
    await page.locator('.panel.wide canvas').waitFor()
    assert.ok((await overflowOf(page)) <= 0, `nothing is wider than ${width} pixels`)
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.count-choice .segments'))`
    assert.ok((await page.evaluate<number>(hidden)) <= 0, `every choice is visible at ${width} pixels`)
    assert.deepEqual(await findViolations(page), [])
  }
})
