import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { logIn } from './actions.ts'
import { captureComponents } from './component-screenshots.ts'
import { type BrowserFixture, openBrowserFixture } from './fixture.ts'
import { openScreen, type SeededScreens, seedScreens } from './screens.ts'

// Pictures of every screen for the documentation: `node test/run.ts --no-check test/browser/screenshots.ts`.
// The service is real, the content is made up.

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images')
const POSTS = 900
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

interface Variant extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> {
  readonly suffix: string
  readonly language: 'id' | 'en'
  // The screens to capture; all of them by default.
  readonly only?: readonly string[]
}

const VARIANTS: readonly Variant[] = [
  { suffix: '', viewport: WIDE, colorScheme: 'light', language: 'id' },
  {
    suffix: '-dark',
    viewport: WIDE,
    colorScheme: 'dark',
    language: 'en',
    only: ['projects', 'project', 'alerts', 'admin-feeds', 'channels'],
  },
  {
    suffix: '-phone',
    viewport: PHONE,
    colorScheme: 'light',
    language: 'id',
    only: ['projects', 'project', 'create', 'channels', 'brief', 'rule'],
  },
  { suffix: '-phone-dark', viewport: PHONE, colorScheme: 'dark', language: 'en', only: ['mentions', 'quota', 'inbox'] },
]

const fixture = await openBrowserFixture()
try {
  mkdirSync(FOLDER, { recursive: true })
  const seeded = await seedScreens(fixture, POSTS)
  for (const variant of VARIANTS) await capture(fixture, seeded, variant)
  await captureComponents(fixture, seeded.admin, join(FOLDER, 'components'))
} finally {
  await fixture.close()
}

async function capture(
  fixture: BrowserFixture,
  seeded: SeededScreens,
  { suffix, language, only, ...options }: Variant,
): Promise<void> {
  const page = await fixture.page({ ...options, language })
  const take = async (name: string): Promise<void> => {
    await page.mouse.move(0, 0)
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(FOLDER, `${name}${suffix}.png`) })
  }
  if (only === undefined) {
    await page.goto('/')
    await page.locator('.login-card').waitFor()
    await take('login')
    await logIn(page, seeded.newcomer)
    await page.locator('.welcome').waitFor()
    await take('welcome')
    await page.context().clearCookies()
  }
  await logIn(page, seeded.admin)
  for (const screen of seeded.screens) {
    if (only !== undefined && !only.includes(screen.name)) continue
    await openScreen(page, screen)
    await take(screen.name)
  }
}
