import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findViolations, logIn, overflowOf } from './actions.ts'
import { openScreen, type SeededScreens, seedScreens } from './screens.ts'
import { fixture } from './shared-fixture.ts'

let seeded: SeededScreens
before(async () => {
  seeded = await seedScreens(fixture, 120)
})

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const VARIANTS = [
  { name: 'wide, in Indonesian', viewport: WIDE, language: 'id' },
  { name: 'on a phone, in English', viewport: PHONE, language: 'en' },
] as const

for (const { name, ...variant } of VARIANTS) {
  test(`every screen has no accessibility violations and no horizontal scrolling, light and dark: ${name}`, async () => {
    const page = await fixture.page({ ...variant, colorScheme: 'light' })
    const found: string[] = []
    const check = async (screen: string): Promise<void> => {
      for (const violation of await findViolations(page)) found.push(`${screen}: ${violation}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const violation of await findViolations(page, ['color-contrast']))
        found.push(`${screen}, dark: ${violation}`)
      await page.emulateMedia({ colorScheme: 'light' })
      if ((await overflowOf(page)) > 0) found.push(`${screen}: scrolls horizontally`)
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
