import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Platform } from '../../src/domain/platform.ts'
import type { Engagement } from '../../src/domain/post.ts'
import { type BrowserFixture, type TestUser, WAIT_MS } from './fixture.ts'

// Actions and checks that the dashboard tests share.

// The mark of a live connection.
export const LIVE = '.live:not(.connecting, .lost)'

export async function logIn(page: Page, user: TestUser, path = '/'): Promise<void> {
  await page.goto(path)
  await page.locator('input[name=username]').fill(user.username)
  await page.locator('input[name=password]').fill(user.password)
  await page.locator('button[type=submit]').click()
  await page.locator('.shell').waitFor()
}

export interface Post {
  readonly text: string
  readonly platform?: Platform
  readonly at?: Date
  readonly author?: string
  readonly url?: string
  readonly engagement?: Partial<Engagement>
}

export interface Api {
  // The header of a request that is made without this.
  readonly authorization: string
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  project(name: string, keyword: string, fields?: Record<string, unknown>): Promise<string>
  addPosts(projectId: string, posts: readonly Post[]): Promise<void>
}

export async function openApiAs(fixture: BrowserFixture, user: TestUser): Promise<Api> {
  const request = async <T>(method: string, path: string, body?: string): Promise<T> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { authorization: `Bearer ${token}`, ...type }
    const response = await fetch(`${fixture.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  let token = ''
  const credentials = JSON.stringify({ username: user.username, password: user.password })
  token = (await request<{ token: string }>('POST', '/api/auth/login', credentials)).token
  const send = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    request<T>(method, path, body === undefined ? undefined : JSON.stringify(body))
  return {
    authorization: `Bearer ${token}`,
    get: (path) => request('GET', path),
    send,
    async project(name, keyword, fields = {}) {
      const startDate = dayBefore(60)
      const project = { group: name, keyword, categoryId: 'umum', startDate, type: 'auto', ...fields }
      return (await send<{ data: { id: string } }>('POST', '/api/project', project)).data.id
    },
    addPosts: (projectId, posts) => fixture.importRows(user, projectId, posts.map(toRow)),
  }
}

let rows = 0

function toRow(post: Post): Record<string, string> {
  rows += 1
  const author = post.author ?? `penulis${rows % 23}`
  return {
    platform: post.platform ?? 'twitter',
    id: `row-${rows}`,
    text: post.text,
    url: post.url ?? `https://example.com/post/${rows}`,
    author_id: author,
    author_username: author,
    author_name: author,
    published_at: (post.at ?? new Date(Date.now() - rows * 60_000)).toISOString(),
    ...Object.fromEntries(Object.entries(post.engagement ?? {}).map(([name, count]) => [name, String(count)])),
  }
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

const POLL_MS = 50

// Polls the page until the expression is true. (Playwright's own wait evaluates text inside the page, which its policy forbids.)
export async function waitUntil(page: Page, expression: string): Promise<void> {
  const end = Date.now() + WAIT_MS
  while (!(await page.evaluate(expression))) {
    if (Date.now() > end) throw new Error(`This did not become true: ${expression}`)
    await page.waitForTimeout(POLL_MS)
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// The violations that the accessibility checker finds in the page or a part of it, one line each. It is injected by the debugger,
// because the page's policy forbids script tags.
export async function findViolations(
  page: Page,
  rules: readonly string[] | null = null,
  scope = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(rules === null ? {} : { runOnly: rules }) }
  const context = scope === 'html' ? 'document' : JSON.stringify(scope)
  return page.evaluate<string[]>(`axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}

export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}

/** Waits until the analysis of a project shows what was requested last. */
export function settled(page: Page): Promise<void> {
  return waitUntil(page, `document.querySelector('.analysis')?.getAttribute('aria-busy') === 'false'`)
}

const MOVES_MAX = 100
const MOVE_MS = 100

// Moves the pointer over the first chart, `share` of its width from the left, until it says `tip` there. A chart is drawn again when
// more is known of its time, and does not know where the pointer is until that moves.
export async function pointAtBar(page: Page, share: number, tip: string): Promise<{ x: number; y: number }> {
  await settled(page)
  const chart = page.locator('.panel.wide .u-over')
  const shown = page.locator('.chart-tip-box', { hasText: tip })
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    await chart.evaluate(`(element) => element.scrollIntoView({ block: 'center' })`)
    const box = await chart.boundingBox()
    if (box !== null) {
      const [x, y] = [box.x + box.width * share, box.y + box.height / 2 + (moves % 2)]
      await page.mouse.move(x, y)
      await page.waitForTimeout(MOVE_MS)
      if (await shown.isVisible()) return { x, y }
    }
  }
  throw new Error(`No bar says “${tip}”.`)
}
