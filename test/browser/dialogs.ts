import type { Page } from 'playwright-core'

// What opens over a page: dialogs, sheets and menus, and how to open each.
export interface OpenedDialog {
  readonly name: string
  readonly path: string
  readonly ready: string
  // What is checked; the open dialog by default.
  readonly scope?: string
  readonly on?: 'phone' | 'wide'
  readonly open: (page: Page) => Promise<void>
}

export function dialogsOf(projectId: string, reportId: string): readonly OpenedDialog[] {
  return [
    ...ofProject(projectId),
    ...ofMentions(projectId),
    { name: 'calendar', path: '/projects/new', ready: '.date-field', scope: '.calendar', open: openCalendar },
    opened('delete a project', '/', '.project-card', /^(Hapus|Delete) /),
    opened('new user', '/admin/users', '.table', /^(Pengguna baru|New user)$/),
    opened('edit a user', '/admin/users', '.table', /^(Ubah|Edit) .*Budi/),
    opened('new feed', '/admin/feeds', '.table', /^(Feed baru|New feed)$/),
    opened('delete a feed', '/admin/feeds', '.table', /^(Hapus|Delete) .*Warta Lama/),
    opened('new key', '/account', '.session', /^(Buat kunci|Create a key)$/),
    opened('revoke a key', '/account', '.session', /^(Cabut kunci|Revoke the key) /),
    opened('new channel', '/channels', '.channel', /^(Saluran baru|New channel)$/),
    ofChannel('edit a channel', /^(Ubah|Edit)$/),
    ofChannel('delete a channel', /^(Hapus|Delete)$/),
    opened('delete a rule', `/projects/${projectId}/alerts?view=rules`, '.rule', /^(Hapus aturan|Delete rule) /),
    opened('share', `/projects/${projectId}/report`, '.report-chart rect', /^(Bagikan|Share)$/),
    opened(
      'delete a report',
      `/projects/${projectId}/report/${reportId}`,
      '.report-chart rect',
      /^(Hapus laporan|Delete the report)$/,
    ),
  ]
}

function ofProject(projectId: string): readonly OpenedDialog[] {
  const project = { path: `/projects/${projectId}`, ready: '.evidence-link' }
  const chosen = (name: string, button: RegExp, item: RegExp): OpenedDialog => ({
    name,
    ...project,
    open: (page) => chooseAction(page, button, item),
  })
  return [
    { name: 'filter sheet', ...project, on: 'phone', open: (page) => page.locator('.filter-open').click() },
    { name: 'project sheet', ...project, on: 'phone', open: (page) => page.locator('.head-open').click() },
    { name: 'command palette', ...project, open: (page) => page.keyboard.press('Control+k') },
    { name: 'keys', ...project, open: (page) => page.keyboard.press('?') },
    { name: 'evidence', ...project, open: (page) => page.locator('.evidence-link').first().click() },
    chosen('collections', /^(Tindakan lain|More actions)$/, /^(Riwayat pengumpulan|Collection history)$/),
    chosen('feed address', /^(Ekspor|Export)$/, /^(Alamat feed|Feed address)/),
    chosen('save a view', /^(Tampilan|Views)$/, /^(Simpan tampilan ini|Save this view)$/),
    chosen('manage views', /^(Tampilan|Views)$/, /^(Kelola tampilan|Manage views)$/),
    {
      name: 'menu of exports',
      ...project,
      scope: '.menu',
      on: 'wide',
      open: (page) => press(page, /^(Ekspor|Export)$/),
    },
    {
      name: 'menu of the account',
      ...project,
      scope: '.menu',
      open: (page) => page.locator('.top .account').click(),
    },
    {
      name: 'note of a day',
      ...project,
      open: (page) => press(page, /^(Tambah catatan hari|Add a note to a day)$/),
    },
  ]
}

function ofMentions(projectId: string): readonly OpenedDialog[] {
  const mentions = { path: `/projects/${projectId}?view=mentions`, ready: '.mention' }
  const many = (name: string, button: string): OpenedDialog => ({
    name,
    ...mentions,
    open: async (page) => {
      const select = page.locator('.feed [aria-pressed]').first()
      if ((await select.getAttribute('aria-pressed')) === 'false') await select.click()
      await page.locator(button).click()
    },
  })
  return [
    many('tag many mentions', '.bulk-tag'),
    many('hide many mentions', '.bulk-hide'),
    {
      name: 'menu of a sentiment',
      ...mentions,
      scope: '.menu',
      open: (page) => page.locator('.mention .button.sentiment').first().click(),
    },
  ]
}

function opened(name: string, path: string, ready: string, button: RegExp): OpenedDialog {
  return { name, path, ready, open: (page) => press(page, button) }
}

function ofChannel(name: string, item: RegExp): OpenedDialog {
  const open = async (page: Page): Promise<void> => {
    await press(page, /^(Tindakan lain untuk|More actions for) /)
    await page.getByRole('menuitem', { name: item }).click()
  }
  return { name, path: '/channels', ready: '.channel', open }
}

async function openCalendar(page: Page): Promise<void> {
  await page.locator('.date-field .button').first().click()
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
