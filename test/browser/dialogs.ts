import type { Page } from 'playwright-core'

// Dialogs and sheets, and how to open each from its page.
export interface OpenedDialog {
  readonly name: string
  readonly path: string
  readonly ready: string
  // What is checked; the open dialog by default.
  readonly scope?: string
  readonly on?: 'phone'
  readonly open: (page: Page) => Promise<void>
}

export function dialogsOf(projectId: string): readonly OpenedDialog[] {
  const project = { path: `/projects/${projectId}`, ready: '.evidence-link' }
  return [
    { name: 'filter sheet', ...project, on: 'phone', open: (page) => page.locator('.filter-open').click() },
    { name: 'project sheet', ...project, on: 'phone', open: (page) => page.locator('.head-open').click() },
    { name: 'command palette', ...project, open: (page) => page.keyboard.press('Control+k') },
    { name: 'keys', ...project, open: (page) => page.keyboard.press('?') },
    { name: 'evidence', ...project, open: (page) => page.locator('.evidence-link').first().click() },
    {
      name: 'collections',
      ...project,
      open: (page) =>
        chooseAction(page, /^(Tindakan lain|More actions)$/, /^(Riwayat pengumpulan|Collection history)$/),
    },
    {
      name: 'feed address',
      ...project,
      open: (page) => chooseAction(page, /^(Ekspor|Export)$/, /^(Alamat feed|Feed address)/),
    },
    {
      name: 'calendar',
      path: '/projects/new',
      ready: '.date-field',
      scope: '.calendar',
      open: (page) => page.locator('.date-field .button').first().click(),
    },
    { name: 'delete a project', path: '/', ready: '.project-card', open: (page) => press(page, /^(Hapus|Delete) /) },
    {
      name: 'new user',
      path: '/admin/users',
      ready: '.table',
      open: (page) => press(page, /^(Pengguna baru|New user)$/),
    },
    { name: 'new feed', path: '/admin/feeds', ready: '.table', open: (page) => press(page, /^(Feed baru|New feed)$/) },
    {
      name: 'new key',
      path: '/account',
      ready: '.session',
      open: (page) => press(page, /^(Buat kunci|Create a key)$/),
    },
    {
      name: 'new channel',
      path: '/channels',
      ready: '.channel',
      open: (page) => press(page, /^(Saluran baru|New channel)$/),
    },
  ]
}

// On a phone the actions of a project are in a sheet.
async function chooseAction(page: Page, button: RegExp, item: RegExp): Promise<void> {
  const sheet = page.locator('.head-open')
  if (await sheet.isVisible()) await sheet.click()
  await page.locator('.project-actions').getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.locator('.project-actions dialog[open]').waitFor()
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.locator('#main').getByRole('button', { name }).first().click()
}
