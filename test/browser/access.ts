import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, logIn, overflowOf, waitUntil } from './actions.ts'
import { dialogsOf } from './dialogs.ts'
import { openScreen, type SeededScreens, seedScreens } from './screens.ts'
import { fixture } from './shared-fixture.ts'
import { findRawWords } from './words.ts'

let seeded: SeededScreens
before(async () => {
  seeded = await seedScreens(fixture, 120)
})

const TOP_DIALOG = 'dialog[open]:not(:has(dialog[open]))'
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const VARIANTS = [
  { name: 'wide, in Indonesian', viewport: WIDE, language: 'id' },
  { name: 'on a phone, in English', viewport: PHONE, language: 'en' },
] as const

// Checks what is shown, in both themes: accessibility, the width, and the words.
async function findFaults(page: Page, name: string, language: 'id' | 'en', scope = 'html'): Promise<string[]> {
  const found = await findViolations(page, null, scope)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await findViolations(page, ['color-contrast'], scope)).map((violation) => `dark: ${violation}`))
  await page.emulateMedia({ colorScheme: 'light' })
  if ((await overflowOf(page)) > 0) found.push('scrolls horizontally')
  found.push(...(await findRawWords(page, language, scope)))
  return found.map((fault) => `${name}: ${fault}`)
}

async function closeDialogs(page: Page): Promise<void> {
  while ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
}

for (const { name, ...variant } of VARIANTS) {
  test(`every screen is accessible, light and dark, fits, and has no raw or foreign word: ${name}`, async () => {
    const page = await fixture.page({ ...variant, colorScheme: 'light' })
    const found: string[] = []
    const check = async (screen: string): Promise<void> => {
      found.push(...(await findFaults(page, screen, variant.language)))
    }
    await page.goto('/')
    await page.locator('.login-card').waitFor()
    await check('login')
    await logIn(page, seeded.newcomer)
    await page.locator('.welcome').waitFor()
    await check('welcome')
    await page.context().clearCookies()
    await logIn(page, seeded.admin)
    for (const screen of seeded.screens) {
      await openScreen(page, screen)
      assert.equal(await page.evaluate('document.documentElement.lang'), variant.language)
      await check(screen.name)
    }
    assert.deepEqual(found, [])
  })

  test(`so is every dialog: ${name}`, async () => {
    const page = await fixture.page({ ...variant, colorScheme: 'light' })
    const found: string[] = []
    await logIn(page, seeded.admin)
    let shown = ''
    for (const { name, path, ready, scope = TOP_DIALOG, on, open } of dialogsOf(seeded.projectId)) {
      if (on === 'phone' && variant.viewport !== PHONE) continue
      if (path === shown) await closeDialogs(page)
      else await openScreen(page, { name, path, ready })
      shown = path
      await open(page)
      await page.locator(scope).waitFor()
      await waitUntil(page, `document.querySelector('dialog[open] .skeleton') === null`)
      found.push(...(await findFaults(page, name, variant.language, scope)))
    }
    assert.deepEqual(found, [])
    assert.deepEqual(fixture.pageErrors, [])
  })
}

test('menus and dialogs have no accessibility violations either', async () => {
  const page = await fixture.page()
  await logIn(page, seeded.admin, `/projects/${seeded.projectId}`)
  await page.getByRole('button', { name: 'Ekspor' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Lihat sebagai tabel' }).click()
  // A day without monitoring is shown as unknown, not as zero.
  await page.locator('.table-scroll td', { hasText: 'Tidak terpantau' }).first().waitFor()
  await page.locator('.evidence-link').first().click()
  await page.locator('dialog .brief').first().waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(fixture.pageErrors, [])
})
