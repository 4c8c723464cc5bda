import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findBarriers, logIn, overflowOf } from './hands.ts'
import { stage } from './one-stage.ts'
import { type Scene, setScene, show } from './screens.ts'

let scene: Scene
before(async () => {
  scene = await setScene(stage, 120)
})

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const LOOKS = [
  { name: 'wide, in Indonesian', viewport: WIDE, language: 'id' },
  { name: 'on a phone, in English', viewport: PHONE, language: 'en' },
] as const

for (const { name, ...look } of LOOKS) {
  test(`every screen is free of barriers and of sideways scrolling, light and dark: ${name}`, async () => {
    const page = await stage.page({ ...look, colorScheme: 'light' })
    const found: string[] = []
    const check = async (screen: string): Promise<void> => {
      for (const barrier of await findBarriers(page)) found.push(`${screen}: ${barrier}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const barrier of await findBarriers(page, ['color-contrast'])) found.push(`${screen}, dark: ${barrier}`)
      await page.emulateMedia({ colorScheme: 'light' })
      if ((await overflowOf(page)) > 0) found.push(`${screen}: scrolls sideways`)
    }
    await page.goto('/')
    await page.locator('.login-card').waitFor()
    await check('login')
    await logIn(page, scene.newcomer)
    await page.locator('.welcome').waitFor()
    await check('welcome')
    await page.context().clearCookies()
    await logIn(page, scene.admin)
    for (const screen of scene.screens) {
      await show(page, screen)
      assert.equal(await page.evaluate('document.documentElement.lang'), look.language)
      await check(screen.name)
    }
    assert.deepEqual(found, [])
  })
}

test('menus and dialogs are free of barriers too', async () => {
  const page = await stage.page()
  await logIn(page, scene.admin, `/projects/${scene.projectId}`)
  await page.getByRole('button', { name: 'Ekspor' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Lihat sebagai tabel' }).click()
  // A day that nobody watched is said to be unknown, not zero.
  await page.locator('.table-scroll td', { hasText: 'Tidak terpantau' }).first().waitFor()
  await page.locator('.evidence-link').first().click()
  await page.locator('dialog .brief').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(stage.troubles, [])
})
