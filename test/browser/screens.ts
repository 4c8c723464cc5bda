import type { Page } from 'playwright-core'
import type { WireIncident } from '../../src/api/wire/alert.ts'
import { type Api, openApiAs, waitUntil } from './actions.ts'
import type { BrowserFixture, TestUser } from './fixture.ts'
import { addHistory, addPastCoverage } from './history.ts'
import { seedMessages } from './seed-messages.ts'
import { addWatching } from './watching.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  // A selector that matches only once the screen has its content.
  readonly ready: string
  readonly prepare?: (page: Page) => Promise<void>
}

export interface SeededScreens {
  readonly admin: TestUser
  readonly newcomer: TestUser
  readonly projectId: string
  readonly reportId: string
  // Every screen an administrator with projects can open.
  readonly screens: readonly Screen[]
  // Pages with an id of their own, and states of pages that the documentation does not show.
  readonly details: readonly Screen[]
  // Pages without a log-in.
  readonly outside: readonly Screen[]
}

// Accounts and projects with past posts, so that every screen has content.
export async function seedScreens(fixture: BrowserFixture, posts: number): Promise<SeededScreens> {
  const admin = await fixture.user({ roles: ['user', 'admin'], quota: 20_000, name: 'Dewi Lestari' })
  const newcomer = await fixture.user({ name: 'Budi Santoso' })
  const api = await openApiAs(fixture, admin)
  const projectId = await addProjects(fixture, api, posts)
  const incident = await addWatching(fixture, api, projectId)
  await api.send('POST', `/api/project/generate-summary/${projectId}`)
  await api.send('POST', '/api/admin/feeds', { url: `${fixture.newsUrl}rss.xml`, name: 'Kabar Contoh' })
  await api.send('POST', '/api/admin/feeds', { url: `${fixture.newsUrl}hilang.xml`, name: 'Warta Lama' })
  await seedMessages(fixture, admin, api)
  const { reportId, details, outside } = await addDetails(api, projectId, incident)
  const screens = [...screensOf(projectId), ...watchScreensOf(projectId, incident.id)]
  return { admin, newcomer, projectId, reportId, screens, details, outside }
}

// A stored report with links, an audit, a saved view, a key, and a project without mentions.
async function addDetails(
  api: Api,
  keywordId: string,
  incident: WireIncident,
): Promise<Pick<SeededScreens, 'reportId' | 'details' | 'outside'>> {
  const add = <T>(path: string, body: object): Promise<T> => api.send<T>('POST', path, body)
  const blocks = ['figures', 'chart', 'stories'].map((kind) => ({ kind }))
  const report = await add<{ id: string }>('/api/reports', { keywordId, filter: { days: 30 }, blocks, language: 'id' })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const linked = (fields: object): Promise<{ url: string }> =>
    add(`/api/reports/${report.id}/links`, { expiresAt, ...fields })
  const [open, locked] = [await linked({}), await linked({ password: 'rahasia bersama' })]
  const audit = await add<{ id: string }>('/api/audits', { keywordId, size: 50 })
  await add('/api/views', {
    keywordId,
    name: 'Berita pekan ini',
    filter: { sosmedId: 'news' },
    range: { period: '7d' },
  })
  await add('/api/keys', { name: 'Dasbor ruang redaksi', scopes: ['read'] })
  const empty = await api.project('Hari pertama', 'tidakadasamasekali')
  const { data } = await api.get<{ data: { id: string }[] }>(`/api/mentions?keywordId=${keywordId}&q=tanggul&limit=1`)
  const own = `/projects/${keywordId}`
  return {
    reportId: report.id,
    details: [
      { name: 'stored report', path: `${own}/report/${report.id}`, ready: '.sheet .report-chart rect' },
      { name: 'audit cards', path: `${own}/audit/${audit.id}`, ready: '.audit-card' },
      { name: 'one campaign', path: `${own}/campaigns/${data[0]?.id}`, ready: '.campaign' },
      { name: 'stored rule', path: `${own}/alerts/${incident.alert_id}`, ready: '.backtest canvas' },
      { name: 'first day', path: `/projects/${empty}`, ready: '.first-day li' },
      { name: 'nothing found', path: `${own}?source=tiktok&q=nihil`, ready: '.feed .state-title' },
      { name: 'table', path: `${own}?period=90d`, ready: '.chart canvas', prepare: openTable },
      { name: 'administration', path: '/admin', ready: '.table tbody tr' },
      { name: 'components', path: '/components', ready: '.specimen' },
    ],
    outside: [
      { name: 'shared report', path: open.url, ready: '.report-lead', prepare: readInOwnLanguage },
      { name: 'locked report', path: locked.url, ready: 'input[type=password]', prepare: readInOwnLanguage },
      { name: 'ended report', path: `/s/${'a'.repeat(43)}`, ready: 'h1', prepare: readInOwnLanguage },
      { name: 'offline', path: '/offline/index.html', ready: 'h1', prepare: stayOffline },
    ],
  }
}

// A day without monitoring is shown as unknown, not as zero.
async function openTable(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Lihat sebagai tabel|View as table)$/ })
    .first()
    .click()
  await page
    .locator('.table-scroll td', { hasText: /Tidak terpantau|Not monitored/ })
    .first()
    .waitFor()
}

// A shared report begins in the language of its author.
async function readInOwnLanguage(page: Page): Promise<void> {
  const language = await page.evaluate<string>(`localStorage.getItem('pantau.language')`)
  await page.locator(`.shared-choice button[lang=${language}]`).click()
  await waitUntil(page, `document.documentElement.lang === '${language}'`)
}

// The page looks for a connection every few seconds, and is loaded again when it finds one.
async function stayOffline(page: Page): Promise<void> {
  await page.route('**/offline/index.html', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  )
}

async function addProjects(
  fixture: BrowserFixture,
  api: Awaited<ReturnType<typeof openApiAs>>,
  posts: number,
): Promise<string> {
  const others = [
    ['Bank dan layanannya', 'layanan bank or mobile banking or atm', 'layanan bank', { type: 'manual' }],
    ['Timnas Indonesia', 'timnas indonesia or timnas', 'timnas', { categoryId: 'olahraga' }],
    ['Harga beras', 'harga beras', 'harga beras', { categoryId: 'ekonomi' }],
  ] as const
  for (const [index, [name, keyword, topic, fields]] of others.entries()) {
    const id = await api.project(name, keyword, fields)
    await addHistory(api, id, { topic, count: Math.round(posts / 4), days: 20, seed: 30 + index })
  }
  const id = await api.project('Banjir dan gempa', 'banjir or gempa bumi', {
    exclude: 'lowongan, giveaway',
    categoryId: 'sosial',
  })
  await addHistory(api, id, { topic: 'banjir', count: posts, days: 27, seed: 5 })
  await addPastCoverage(fixture.pool, id, 27)
  await api.send('PATCH', '/api/project/listen-status', { id, islisten: 1 })
  return id
}

function screensOf(id: string): Screen[] {
  return [
    { name: 'projects', path: '/', ready: '.project-card .sparkline' },
    {
      name: 'create',
      path: '/projects/new',
      ready: '.create',
      prepare: async (page) => {
        await page.locator('textarea').first().fill('makan bergizi gratis and siswa or mbg')
        await page.locator('.chip').first().waitFor()
        await page
          .getByLabel(/Coba pada contoh teks|Try it on sample text/)
          .fill('MBG untuk 12 sekolah, siswa antusias')
        await page.locator('.verdict').waitFor()
      },
    },
    { name: 'project', path: `/projects/${id}`, ready: '.chart canvas' },
    { name: 'mentions', path: `/projects/${id}?order=ranked&view=mentions`, ready: '.mention' },
    { name: 'report', path: `/projects/${id}/report`, ready: '.sheet .report-chart rect' },
    {
      name: 'compare',
      path: `/compare?id=${id}&filters=${encodeURIComponent('[{"sosmedId":"news"},{"sosmedId":"twitter"}]')}`,
      ready: '.compare-results canvas',
    },
    { name: 'audit', path: `/projects/${id}/audit`, ready: '.panel' },
    { name: 'campaigns', path: `/projects/${id}/campaigns`, ready: '.page h1' },
    { name: 'edit', path: `/projects/${id}/edit`, ready: 'textarea' },
    { name: 'import', path: `/projects/${id}/import`, ready: 'input[type=file]' },
    { name: 'not-found', path: '/tidak-ada', ready: '.state-title' },
    { name: 'quota', path: '/quota', ready: '.balance' },
    {
      name: 'inbox',
      path: '/inbox',
      ready: '.message',
      prepare: (page) => page.locator('.message-title', { hasText: '12' }).first().click(),
    },
    {
      name: 'channels',
      path: '/channels',
      ready: '.channel',
      prepare: async (page) => {
        await page.locator('.channel', { hasText: 'Program humas' }).locator('[aria-expanded]').first().click()
        await page.locator('.delivery').first().waitFor()
      },
    },
    { name: 'brief', path: '/brief', ready: '.phone-message' },
    { name: 'account', path: '/account', ready: '.session' },
    { name: 'admin-users', path: '/admin/users', ready: '.table tbody tr' },
    { name: 'admin-feeds', path: '/admin/feeds', ready: '.table tbody tr' },
    { name: 'admin-sources', path: '/admin/sources', ready: '.sources li' },
    { name: 'admin-incidents', path: '/admin/incidents', ready: '.incident' },
  ]
}

function watchScreensOf(id: string, incidentId: string): Screen[] {
  return [
    { name: 'why', path: `/projects/${id}?period=7d&incident=${incidentId}`, ready: '.why' },
    { name: 'alerts', path: `/projects/${id}/alerts?incident=${incidentId}`, ready: '.why' },
    {
      name: 'rule',
      path: `/projects/${id}/alerts/new`,
      ready: '.backtest canvas',
      prepare: async (page) => {
        await page.getByRole('radio', { name: /^(Mencapai jumlah tertentu|A number is reached)/ }).check()
        await page.getByLabel(/^(Jumlah mention|Number of mentions)$/).fill('12')
        await page.locator('.backtest-result[aria-busy="false"] .backtest-list li').first().waitFor()
      },
    },
  ]
}

// Opens a screen and waits until it is complete.
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path)
  await settle(page, screen)
}

// The same from another screen of the dashboard, without loading it again.
export async function walkTo(page: Page, screen: Screen): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(screen.path)})`)
  await settle(page, screen)
}

async function settle(page: Page, screen: Screen): Promise<void> {
  await page.locator(screen.ready).first().waitFor({ state: 'attached' })
  await screen.prepare?.(page)
  await page.waitForLoadState('load')
  await waitUntil(page, 'document.querySelector(".skeleton:not(.specimen *), [aria-busy=true]") === null')
}
