import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers, logIn, overflowOf } from './hands.ts'
import { type Scene, setScene, show } from './screens.ts'
import { stage } from './shared.ts'

let scene: Scene
before(async () => {
  scene = await setScene(stage, 120)
})

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const LOOKS = [
  { name: 'wide and light, in Indonesian', viewport: WIDE, colorScheme: 'light', language: 'id' },
  { name: 'on a phone and dark, in English', viewport: PHONE, colorScheme: 'dark', language: 'en' },
  { name: 'wide and dark, in English', viewport: WIDE, colorScheme: 'dark', language: 'en' },
  { name: 'on a phone and light, in Indonesian', viewport: PHONE, colorScheme: 'light', language: 'id' },
] as const

for (const { name, ...look } of LOOKS) {
  test(`every screen is free of barriers and of sideways scrolling: ${name}`, async () => {
    const page = await stage.page(look)
    const found: string[] = []
    const check = async (screen: string, place: Page = page): Promise<void> => {
      for (const barrier of await findBarriers(place)) found.push(`${screen}: ${barrier}`)
      if ((await overflowOf(place)) > 0) found.push(`${screen}: scrolls sideways`)
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
    await page.context().close()
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
  await page.locator('.table-scroll table').first().waitFor()
  await page.locator('.evidence-link').first().click()
  await page.locator('dialog .brief').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(stage.troubles, [])
})
