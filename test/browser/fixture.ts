import { Readable } from 'node:stream'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { hashPassword } from '../../src/api/passwords.ts'
import { openApi } from '../../src/cli/wire-api.ts'
import { startWork } from '../../src/cli/wire-work.ts'
import { openClassifier } from '../../src/collect/classifier.ts'
import { importStream } from '../../src/collect/import/import-posts.ts'
import { readConfig } from '../../src/config.ts'
import type { Role } from '../../src/domain/account.ts'
import { addAccount } from '../../src/store/accounts/accounts.ts'
import { openPool, type Pool } from '../../src/store/db.ts'
import { findProject } from '../../src/store/projects/projects.ts'
import { makePosts } from '../platforms/content.ts'
import { openNewsPlatform } from '../platforms/news.ts'
import { startWebhookReceiver } from '../platforms/receivers.ts'
import type { SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { BOT_TOKEN, startTelegramBot, type TelegramBot } from '../platforms/telegram-bot.ts'
import { startX } from '../platforms/twitter.ts'
import { startYoutube } from '../platforms/youtube.ts'
import { testDatabase } from '../setup.ts'
import { testBrowser } from '../setup-browser.ts'

// The whole service as `pantau start` wires it, with its own database, test servers for the platforms, and a browser.
export interface BrowserFixture {
  readonly url: string
  readonly pool: Pool
  readonly newsUrl: string
  // The posts on X; a test may add to them while the service runs.
  readonly tweets: SamplePost[]
  // Where channels can deliver to.
  readonly receiver: Platform
  readonly telegram: TelegramBot
  user(options?: { roles?: Role[]; quota?: number; name?: string }): Promise<TestUser>
  // Imports rows into a project, with the same matching, classification and charging as collecting.
  importRows(user: TestUser, projectId: string, rows: readonly object[]): Promise<void>
  // A page whose errors are recorded in `pageErrors`.
  // Without a language it is the first visit: the browser's decide.
  page(options?: BrowserContextOptions & { language?: 'id' | 'en' | null }): Promise<Page>
  // Script errors, dialogs and violations of the Content-Security-Policy, on any page so far.
  readonly pageErrors: readonly string[]
  closePages(): Promise<void>
  close(): Promise<void>
}

export interface TestUser {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly name: string
}

export const PASSWORD = 'rahasia untuk uji coba'
export const WAIT_MS = 45_000
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

let passwordHash: Promise<string> | undefined
let users = 0
const classifier = openClassifier()

export async function openBrowserFixture(): Promise<BrowserFixture> {
  const database = await testDatabase()
  const pool = openPool(database.url, { max: 8 })
  const platforms = await startPlatforms()
  const config = readConfig({ ...platforms.env, ...SETTINGS })
  const api = await openApi(config, pool)
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const work = await startWork(config, pool)
  const browser = await openBrowser()
  const pageErrors: string[] = []
  let lastImport: Promise<void> = Promise.resolve()
  return {
    url,
    pool,
    newsUrl: platforms.newsUrl,
    tweets: platforms.tweets,
    receiver: platforms.receiver,
    telegram: platforms.telegram,
    pageErrors,
    user: (options) => addUser(pool, options),
    // One after the other: only a few are accepted at once, and the hooks of all files run together.
    importRows(user, projectId, rows) {
      const imported = lastImport.then(() => importRows(pool, user, projectId, rows))
      lastImport = imported.catch(() => {})
      return imported
    },
    page: (options) => openPage(browser, url, pageErrors, options),
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    async close() {
      await browser.close()
      await api.events.close()
      await api.app.close()
      await work.stop()
      await platforms.close()
      await pool.end({ timeout: 5 })
      await database.drop()
    },
  }
}

const SETTINGS = {
  PANTAU_DEFAULT_FEEDS: '0',
  PANTAU_ALLOW_PRIVATE_NETWORK: '1',
  PANTAU_HOST_SPACING_MS: '0',
  PANTAU_FULL_TEXT: '0',
  PANTAU_WORKERS: '2',
  PANTAU_ALERT_SECONDS: '1',
}

async function startPlatforms() {
  const now = Date.now()
  const posts = makePosts({ seed: 11, count: 260, from: new Date(now - 2 * 86_400_000), to: new Date(now - 60_000) })
  const tweets = posts.filter((post) => post.platform === 'twitter')
  const x = await startX({ posts: tweets, token: 'x-token' })
  const youtube = await startYoutube({ posts, key: 'youtube-key' })
  const news = await openNewsPlatform({
    articles: posts
      .filter((post) => post.platform === 'news')
      .map((post) => ({
        id: post.id.replace(/\W/g, ''),
        title: post.title ?? post.text.slice(0, 60),
        body: post.text,
        publishedAt: post.publishedAt,
        outlet: post.author.displayName,
      })),
  })
  const receiver = await startWebhookReceiver()
  const telegram = await startTelegramBot()
  return {
    tweets,
    receiver,
    telegram,
    newsUrl: news.url.href,
    env: {
      PANTAU_X_TOKEN: 'x-token',
      PANTAU_X_URL: x.url,
      PANTAU_YOUTUBE_KEY: 'youtube-key',
      PANTAU_YOUTUBE_URL: youtube.url,
      PANTAU_TELEGRAM_TOKEN: BOT_TOKEN,
      PANTAU_TELEGRAM_URL: telegram.url,
    },
    async close() {
      await Promise.all([x.close(), youtube.close(), news.close(), receiver.close(), telegram.close()])
    },
  }
}

async function importRows(pool: Pool, user: TestUser, projectId: string, rows: readonly object[]): Promise<void> {
  const project = await findProject(pool, user.id, projectId)
  if (project === null) throw new Error(`There is no project ${projectId}.`)
  const stream = Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`))
  await importStream(pool, project, stream, 'ndjson', { timeZone: 'Asia/Jakarta', classifier })
}

function openBrowser(): Promise<Browser> {
  const { path, env, args } = testBrowser()
  return chromium.launch({ executablePath: path, env, args: [...FLAGS, ...args] })
}

async function addUser(
  pool: Pool,
  { roles = ['user'], quota = 10_000, name = 'Sari Analis' }: { roles?: Role[]; quota?: number; name?: string } = {},
): Promise<TestUser> {
  passwordHash ??= hashPassword(PASSWORD)
  users += 1
  const username = `analis${users}`
  const hash = await passwordHash
  const account = await pool.begin((tx) =>
    addAccount(tx, { username, name, email: `${username}@example.com`, passwordHash: hash, roles, quota }),
  )
  if (account === null) throw new Error(`The account ${username} exists already.`)
  return { id: account.id, username, password: PASSWORD, name }
}

async function openPage(
  browser: Browser,
  baseURL: string,
  pageErrors: string[],
  { language = 'id', ...options }: BrowserContextOptions & { language?: 'id' | 'en' | null } = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: 'id-ID',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // What it does is one test; requests that pass through it cannot be observed by the others.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(WAIT_MS)
  if (language !== null)
    await context.addInitScript(
      `if (localStorage.getItem('pantau.language') === null) localStorage.setItem('pantau.language', '${language}')`,
    )
  const page = await context.newPage()
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('dialog', (dialog) => {
    pageErrors.push(`A dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) pageErrors.push(message.text())
  })
  return page
}
