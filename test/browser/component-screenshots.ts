import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { logIn } from './actions.ts'
import type { BrowserFixture, TestUser } from './fixture.ts'

const SIZE = { width: 1120, height: 760 }
// What lies over the page: what opens it, and the part to show.
const OVERLAYS = [
  ['menu', '.menu'],
  ['toast', '.toasts'],
  ['dialog', 'dialog[open]'],
  ['sheet', 'dialog[open]'],
] as const

// Pictures of every component in all states for docs/reference/components.md, from the gallery of the dashboard.
export async function captureComponents(fixture: BrowserFixture, user: TestUser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const page = await fixture.page({ viewport: SIZE, colorScheme: 'light', language: 'en' })
  await logIn(page, user, '/components')
  await page.locator('.specimen').first().waitFor()
  // After a key, the focus is shown.
  await page.keyboard.press('Tab')
  await page.locator('.specimen-theme.light [data-state=focus]').focus()
  await page.locator('.specimen-theme.light [data-state=hover]').hover()
  for (const specimen of await page.locator('.specimen').all()) {
    await specimen.screenshot({ path: join(folder, `${await specimen.getAttribute('id')}.png`) })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [name, part] of OVERLAYS) {
      await page
        .locator('.specimen-openers')
        .getByRole('button', { name: `Open ${name}` })
        .click()
      await shoot(page, part, join(folder, `${name}-${colorScheme}.png`))
    }
    await page.locator('.date-field .button').first().click()
    await shoot(page, '.calendar', join(folder, `calendar-${colorScheme}.png`))
    await page.keyboard.press('Control+k')
    await shoot(page, 'dialog[open]', join(folder, `palette-${colorScheme}.png`))
    // Out of the date field, where the key would be text.
    await page.locator('.page-title').click()
    await page.keyboard.press('?')
    await shoot(page, 'dialog[open]', join(folder, `keys-${colorScheme}.png`))
  }
}

async function shoot(page: Page, part: string, path: string): Promise<void> {
  const shown = page.locator(part)
  await shown.first().waitFor()
  await shown.screenshot({ path })
  await page.keyboard.press('Escape')
  await page.locator(`${part}:not(.toasts)`).waitFor({ state: 'detached' })
}
