import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { logIn } from './hands.ts'
import { type Scene, setScene, show } from './screens.ts'
import { openStage, type Stage } from './stage.ts'

// Pictures of every screen for the documentation: `node test/run.ts --no-check test/browser/screenshots.ts`.
// The service is real, the content is made up.

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images')
const POSTS = 900
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

interface Look extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> {
  readonly suffix: string
  readonly language: 'id' | 'en'
  // The screens to show; all of them when left out.
  readonly only?: readonly string[]
}

const LOOKS: readonly Look[] = [
  { suffix: '', viewport: WIDE, colorScheme: 'light', language: 'id' },
  {
    suffix: '-dark',
    viewport: WIDE,
    colorScheme: 'dark',
    language: 'en',
    only: ['projects', 'project', 'admin-feeds'],
  },
  { suffix: '-phone', viewport: PHONE, colorScheme: 'light', language: 'id', only: ['projects', 'project', 'create'] },
  { suffix: '-phone-dark', viewport: PHONE, colorScheme: 'dark', language: 'en', only: ['mentions', 'quota'] },
]

const stage = await openStage()
try {
  mkdirSync(FOLDER, { recursive: true })
  const scene = await setScene(stage, POSTS)
  for (const look of LOOKS) await shoot(stage, scene, look)
} finally {
  await stage.close()
}

async function shoot(stage: Stage, scene: Scene, { suffix, language, only, ...options }: Look): Promise<void> {
  const page = await stage.page({ ...options, language })
  const take = async (name: string): Promise<void> => {
    await page.mouse.move(0, 0)
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(FOLDER, `${name}${suffix}.png`) })
  }
  if (only === undefined) {
    await page.goto('/')
    await page.locator('.login-card').waitFor()
    await take('login')
    await logIn(page, scene.newcomer)
    await page.locator('.welcome').waitFor()
    await take('welcome')
    await page.context().clearCookies()
  }
  await logIn(page, scene.admin)
  for (const screen of scene.screens) {
    if (only !== undefined && !only.includes(screen.name)) continue
    await show(page, screen)
    await take(screen.name)
  }
}
