import type { Page } from 'playwright-core'
import { openApiAs, waitUntil } from './actions.ts'
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
  // Every screen an administrator with projects can open.
  readonly screens: readonly Screen[]
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
  return { admin, newcomer, projectId, screens: [...screensOf(projectId), ...watchScreensOf(projectId, incident.id)] }
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
  await page.locator(screen.ready).first().waitFor({ state: 'attached' })
  await screen.prepare?.(page)
  await page.waitForLoadState('load')
  await waitUntil(page, 'document.querySelector(".skeleton") === null')
}
