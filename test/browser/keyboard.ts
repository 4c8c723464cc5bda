import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Api, openApiAs, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user()
  api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir')
  await api.addPosts(
    projectId,
    ['banjir surut', 'banjir lagi, kesal', 'terima kasih relawan banjir'].map((text) => ({ text })),
  )
})

const TABS_MAX = 60

// Presses Tab until the element of a selector has the focus, as a keyboard user has to.
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) {
      assert.notEqual(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none', selector)
      return
    }
  }
  throw new Error(`${selector} cannot be reached with the keyboard.`)
}

test('every step from the log-in to a corrected sentiment works without a pointer', async () => {
  const page = await fixture.page()
  await page.goto('/')
  await tabTo(page, 'input[name=username]')
  await page.keyboard.type(user.username)
  await tabTo(page, 'input[name=password]')
  await page.keyboard.type(user.password)
  await page.keyboard.press('Enter')
  await page.locator('.project-card').waitFor()

  await page.reload()
  await page.locator('.project-card').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitUntil(page, `document.activeElement?.id === 'main'`)
  await tabTo(page, '.project-card h2 a')
  await page.keyboard.press('Enter')
  await page.locator('.mention').first().waitFor()

  await tabTo(page, '.filter .segment')
  await page.keyboard.press('ArrowRight')
  // The focus moves a moment after the key press: before a user's next one, but not before that of a program.
  await waitUntil(page, `document.activeElement?.textContent === '90 hari'`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/period=90d/)
  await tabTo(page, '.filter .button.select')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await tabTo(page, '.filter input[type=search]')
  await page.keyboard.type('kesal')
  await page.waitForURL(/q=kesal/)
  await waitUntil(page, `document.querySelectorAll('.mention').length === 1`)

  await tabTo(page, '.mention .button.sentiment')
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.locator('.mention .sentiment.positive').waitFor()
  await page.locator('.mention').getByText('dikoreksi').waitFor()
})

test('a dialog takes the focus, closes on Escape and returns the focus', async () => {
  const page = await fixture.page()
  await page.goto('/')
  await page.locator('input[name=username]').fill(user.username)
  await page.locator('input[name=password]').fill(user.password)
  await page.keyboard.press('Enter')
  await page.locator('.project-card').waitFor()
  await tabTo(page, '[aria-label="Hapus Banjir"]')
  await page.keyboard.press('Enter')
  await waitUntil(page, `document.querySelector('dialog')?.contains(document.activeElement)`)
  await page.keyboard.press('Escape')
  await waitUntil(page, `document.querySelector('dialog') === null`)
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Hapus Banjir')
  const { data } = await api.get<{ data: unknown[] }>('/api/project')
  assert.equal(data.length, 1)
})
