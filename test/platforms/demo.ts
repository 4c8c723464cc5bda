import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopSignal } from '../../src/cli/stop-signal.ts'
import { openTemporaryFolder } from '../temporary.ts'
import { makePosts, SAMPLE_PAGES } from './content.ts'
import { type Demo, fillService } from './demo-projects.ts'
import { startFacebook } from './facebook.ts'
import { startInstagram } from './instagram.ts'
import { NEWS_PATHS, openNewsPlatform } from './news.ts'
import type { SamplePost } from './sample.ts'
import { startTiktok } from './tiktok.ts'
import { startX } from './twitter.ts'
import { startYoutube } from './youtube.ts'

// `npm run demo`: the real service with local test servers that speak the platforms' wire formats and keep publishing made-up
// posts. Nothing is fetched from anywhere else, and nothing is left behind.

const HISTORY_MS = 5 * 86_400_000
const HISTORY_POSTS = 900
const STREAM_MS = 1_500
const READY_MS_MAX = 120_000
const STOP_MS_MAX = 3_000
const TOKEN = 'demo'

const posts: SamplePost[] = []
const stopping = new AbortController()
stopSignal({ endWithParent: true }).then(() => stopping.abort())

process.exitCode = await main()

async function main(): Promise<number> {
  const platforms = await startPlatforms()
  publish(
    platforms,
    makePosts({ seed: 1, count: HISTORY_POSTS, from: new Date(Date.now() - HISTORY_MS), to: new Date() }),
  )
  const folder = await openTemporaryFolder('pantau-demo-')
  const adminPassword = randomBytes(12).toString('base64url')
  const service = startService({
    ...settingsOf(platforms),
    PANTAU_DATA_DIR: join(folder.path, 'data'),
    PANTAU_ADMIN_PASSWORD: adminPassword,
  })
  const ended = once(service, 'exit')
  try {
    const address = await waitUntilReady(service)
    const feed = new URL(NEWS_PATHS.rss, platforms.news.url).href
    const demo = await fillService(address, { adminPassword, feed })
    process.stdout.write(describeDemo(address, { demo, adminPassword }))
    await Promise.race([stream(platforms), ended])
    return service.exitCode ?? 0
  } catch (error) {
    if (stopping.signal.aborted) return 0
    process.stderr.write(`The demonstration could not start: ${String(error)}\n`)
    return 1
  } finally {
    await stopService(service)
    await Promise.all(Object.values(platforms).map((platform) => platform.close()))
    folder.remove()
  }
}

type Platforms = Awaited<ReturnType<typeof startPlatforms>>

async function startPlatforms() {
  return {
    x: await startX({ posts, token: TOKEN }),
    youtube: await startYoutube({ posts, key: TOKEN, searchesPerDay: 100_000 }),
    facebook: await startFacebook({ posts, token: TOKEN }),
    instagram: await startInstagram({ posts, token: TOKEN, userId: '1' }),
    tiktok: await startTiktok({ posts, clientKey: TOKEN, clientSecret: TOKEN }),
    news: await openNewsPlatform(),
  }
}

function settingsOf({ x, youtube, facebook, instagram, tiktok }: Platforms): Record<string, string> {
  return {
    PANTAU_X_TOKEN: TOKEN,
    PANTAU_X_URL: x.url,
    PANTAU_YOUTUBE_KEY: TOKEN,
    PANTAU_YOUTUBE_URL: youtube.url,
    PANTAU_FACEBOOK_TOKEN: TOKEN,
    PANTAU_FACEBOOK_URL: facebook.url,
    PANTAU_FACEBOOK_PAGES: SAMPLE_PAGES.map(({ id }) => id).join(','),
    PANTAU_INSTAGRAM_TOKEN: TOKEN,
    PANTAU_INSTAGRAM_URL: instagram.url,
    PANTAU_INSTAGRAM_USER: '1',
    PANTAU_TIKTOK_KEY: TOKEN,
    PANTAU_TIKTOK_SECRET: TOKEN,
    PANTAU_TIKTOK_URL: tiktok.url,
    PANTAU_DEFAULT_FEEDS: '0',
    PANTAU_ALLOW_PRIVATE_NETWORK: '1',
    PANTAU_HOST_SPACING_MS: '0',
    PANTAU_COLLECT_MINUTES: '1',
    PANTAU_FEED_MINUTES: '1',
    PANTAU_LOG_LEVEL: process.env.PANTAU_LOG_LEVEL ?? 'warn',
    PANTAU_LOG: process.env.PANTAU_LOG ?? 'auto',
    PANTAU_ENV_FILE: '/dev/null',
  }
}

// Settings of a real installation must not reach the demonstration, except its host, port and log.
function startService(settings: Record<string, string>): ChildProcess {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PANTAU_|DATABASE_URL$)/.test(name))
  const main = join(import.meta.dirname, '../../bin/pantau.mjs')
  return spawn(process.execPath, [main, 'start', '--end-with-parent'], {
    env: { ...Object.fromEntries(kept), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

// Nothing that it does is worth waiting for: all of it is deleted.
async function stopService(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  const late = setTimeout(() => service.kill('SIGKILL'), STOP_MS_MAX)
  await ended
  clearTimeout(late)
}

async function waitUntilReady(service: ChildProcess): Promise<string> {
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(READY_MS_MAX)])
  let output = ''
  for (;;) {
    const [chunk] = await Promise.race([
      once(service.stdout as NodeJS.ReadableStream, 'data', { signal }),
      once(service, 'exit', { signal }),
    ])
    if (service.exitCode !== null) throw new Error('the service stopped; see its output above')
    output += String(chunk)
    const address = /http:\/\/\S+/.exec(output)?.[0]
    if (address !== undefined) return address
  }
}

interface DemoLogins {
  readonly demo: Demo
  readonly adminPassword: string
}

function describeDemo(address: string, { demo: { username, password, projectId }, adminPassword }: DemoLogins): string {
  const page = (path: string) => new URL(path, address).href
  return `
  Open first       ${page(`/projects/${projectId}`)}
  As an analyst    ${username.padEnd(8)} password ${password}
  As administrator admin    password ${adminPassword}  (then ${page('/admin')})
  Stop             Ctrl-C

  Everything you see is MADE UP: the posts, the people, the outlets and the pages. The platforms are test servers on this
  machine, new posts arrive every few seconds, and everything is deleted when you stop the demonstration.

`
}

async function stream(platforms: Platforms): Promise<void> {
  for (let seed = 2; !stopping.signal.aborted; seed++) {
    await sleep(STREAM_MS, undefined, { signal: stopping.signal }).catch(() => {})
    const now = Date.now()
    publish(platforms, makePosts({ seed, count: 1 + (seed % 3), from: new Date(now - STREAM_MS), to: new Date(now) }))
  }
}

function publish({ news }: Platforms, made: readonly SamplePost[]): void {
  posts.push(...made)
  for (const { platform, id, title, text, publishedAt, author } of made) {
    if (platform !== 'news') continue
    news.publish({ id, title: title ?? text.slice(0, 80), body: text, publishedAt, outlet: author.displayName })
  }
}
