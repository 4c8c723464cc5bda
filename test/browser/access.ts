import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, logIn, overflowOf, waitUntil } from './actions.ts'
import { dialogsOf } from './dialogs.ts'
import { openScreen, type Screen, type SeededScreens, seedScreens, walkTo } from './screens.ts'
import { fixture } from './shared-fixture.ts'
import { walkByTab } from './tab-walk.ts'
import { findSmallTargets } from './touch.ts'
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
type Variant = (typeof VARIANTS)[number]

// The addresses of the router, in its order. One with an optional part is two.
function routes(): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../web/src/app.tsx'), 'utf8')
  return Array.from(source.matchAll(/<Route path="([^"]+)"/g), ([, path = '']) => path).flatMap((path) =>
    path.endsWith('?') ? [path.replace(/\/[^/]+$/, ''), path.slice(0, -1)] : [path],
  )
}

test('every address of the router is among the screens that are checked', () => {
  const patterns = routes().map((route) => [route, new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)] as const)
  assert.ok(patterns.length > 20)
  const opened = [...seeded.screens, ...seeded.details].map(({ path }) => path.split('?')[0] ?? '')
  const checked = opened.map((path) => patterns.find(([, pattern]) => pattern.test(path))?.[0])
  assert.deepEqual(
    patterns.map(([route]) => route).filter((route) => !checked.includes(route)),
    [],
  )
})

// Checks what is shown: accessibility in both themes, the width, the words, one primary action, and the size of what is touched.
async function findFaults(
  page: Page,
  name: string,
  { language, viewport }: Variant,
  scope = 'html',
): Promise<string[]> {
  const found = await findViolations(page, null, scope)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await findViolations(page, ['color-contrast'], scope)).map((violation) => `dark: ${violation}`))
  await page.emulateMedia({ colorScheme: 'light' })
  if ((await overflowOf(page)) > 0) found.push('scrolls horizontally')
  found.push(...(await findRawWords(page, language, scope)))
  const primary =
    await page.evaluate<number>(`[...document.querySelector('${scope}').querySelectorAll('.button.primary')]
    .filter((one) => one.checkVisibility() && one.closest('.specimen') === null
      && one.closest('dialog') === document.querySelector('${scope}').closest('dialog')).length`)
  if (primary > 1) found.push(`${primary} primary actions`)
  if (viewport === PHONE) found.push(...(await findSmallTargets(page, scope)))
  return found.map((fault) => `${name}: ${fault}`)
}

async function closeDialogs(page: Page): Promise<void> {
  while ((await page.locator('dialog[open], .menu').count()) > 0) await page.keyboard.press('Escape')
}

for (const variant of VARIANTS) {
  const open = {
    viewport: variant.viewport,
    language: variant.language,
    colorScheme: 'light',
    hasTouch: variant.viewport === PHONE,
  } as const

  test(`every screen is accessible, light and dark, fits, and has no raw or foreign word: ${variant.name}`, async () => {
    const page = await fixture.page(open)
    const found: string[] = []
    const walked = new Set<string>()
    const check = async ({ name }: Pick<Screen, 'name'>): Promise<void> => {
      assert.equal(await page.evaluate('document.documentElement.lang'), variant.language, name)
      found.push(...(await findFaults(page, name, variant)))
      // Once each page: its other states have the same controls.
      const { pathname } = new URL(page.url())
      if (variant.viewport === PHONE || walked.has(pathname)) return
      walked.add(pathname)
      found.push(...(await walkByTab(page)).map((fault) => `${name}: ${fault}`))
    }
    for (const screen of seeded.outside) {
      await openScreen(page, screen)
      await check(screen)
    }
    await page.goto('/')
    await page.locator('.login-card').waitFor()
    await check({ name: 'login' })
    await logIn(page, seeded.newcomer)
    await page.locator('.welcome').waitFor()
    await check({ name: 'welcome' })
    await page.context().clearCookies()
    await logIn(page, seeded.admin)
    for (const screen of [...seeded.screens, ...seeded.details]) {
      await walkTo(page, screen)
      await check(screen)
    }
    assert.deepEqual(found, [])
  })

  test(`so is every dialog: ${variant.name}`, async () => {
    const page = await fixture.page(open)
    const found: string[] = []
    await logIn(page, seeded.admin)
    let shown = ''
    for (const { name, path, ready, scope = TOP_DIALOG, on, open } of dialogsOf(seeded.projectId, seeded.reportId)) {
      if (on !== undefined && (on === 'phone') !== (variant.viewport === PHONE)) continue
      await closeDialogs(page)
      if (path !== shown) await walkTo(page, { name, path, ready })
      shown = path
      await open(page)
      await page.locator(scope).waitFor()
      await waitUntil(page, `document.querySelector('dialog[open] .skeleton') === null`)
      found.push(...(await findFaults(page, name, variant, scope)))
    }
    assert.deepEqual(found, [])
    assert.deepEqual(fixture.pageErrors, [])
  })
}
