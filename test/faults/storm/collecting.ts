import assert from 'node:assert/strict'
import { dayOf } from '../../../src/domain/day.ts'
import type { Platform as PlatformName } from '../../../src/domain/platform.ts'
import type { Random } from '../../platforms/content.ts'
import { startFacebook } from '../../platforms/facebook.ts'
import { type Fault, NEWS_PATHS, openNewsPlatform } from '../../platforms/news.ts'
import { aSample, idInAddress, type SamplePost } from '../../platforms/sample.ts'
import type { Behaviour } from '../../platforms/server.ts'
import { startTiktok } from '../../platforms/tiktok.ts'
import { startX } from '../../platforms/twitter.ts'
import { aProject } from '../../processes/service.ts'
import { type Actor, type Person, type Storm, settled } from './storm.ts'

// Three platforms that are searched and an outlet with two feeds, which publish all the time and often do not answer as they should.

const TOPICS = ['banjir', 'longsor', 'kebakaran'] as const
type Topic = (typeof TOPICS)[number]
const PAGE = '104923907983682'

export interface Platforms {
  readonly env: Readonly<Record<string, string>>
  readonly feeds: readonly string[]
  // How often they misbehaved.
  faults(): number
  disturb(isDisturbed: boolean): void
  publish(topic: Topic): void
  // The ids of what was published about a topic.
  published(topic: Topic): string[]
  close(): Promise<void>
}

export async function openPlatforms(random: Random): Promise<Platforms> {
  let disturbed = true
  let faults = 0
  let serial = 0
  const posts: SamplePost[] = []
  const published = new Map<Topic, string[]>(TOPICS.map((topic) => [topic, []]))
  const misbehave = <T>(behaviours: readonly T[]): T | null => {
    if (!disturbed || !random.chance(0.3)) return null
    faults++
    return random.pick(behaviours)
  }
  const chaos = () => misbehave<Behaviour>(PLATFORM_FAULTS)
  const x = await startX({ posts, token: 't', chaos, limit: 1_000_000 })
  const tiktok = await startTiktok({ posts, clientKey: 'k', clientSecret: 's', chaos, requestsPerDay: 1_000_000 })
  const facebook = await startFacebook({ posts, token: 'f', chaos })
  const news = await openNewsPlatform({ chaos: () => misbehave<Fault>(OUTLET_FAULTS) })
  return {
    env: {
      PANTAU_X_TOKEN: 't',
      PANTAU_X_URL: x.url,
      PANTAU_X_DIALECT: 'tweet',
      PANTAU_TIKTOK_KEY: 'k',
      PANTAU_TIKTOK_SECRET: 's',
      PANTAU_TIKTOK_URL: tiktok.url,
      PANTAU_FACEBOOK_TOKEN: 'f',
      PANTAU_FACEBOOK_URL: facebook.url,
      PANTAU_FACEBOOK_PAGES: PAGE,
    },
    feeds: [NEWS_PATHS.rss, NEWS_PATHS.json].map((path) => new URL(path, news.url).href),
    faults: () => faults,
    disturb: (isDisturbed) => {
      disturbed = isDisturbed
    },
    publish(topic) {
      const number = serial++
      const publishedAt = new Date()
      const text = `${topic} nomor ${number} di desa ${number * 31} kata warga`
      const platform = random.pick<PlatformName>(['twitter', 'tiktok', 'facebook', 'news'])
      if (platform === 'news') {
        const id = `artikel-${number}`
        news.publish({ id, title: text, body: 'Keterangan dari warga.', publishedAt })
        published.get(topic)?.push(new URL(`/berita/${id}`, news.url).href)
        return
      }
      const post = aSample(platform, { text, publishedAt, serial: number })
      posts.push(post)
      published.get(topic)?.push(platform === 'facebook' ? idInAddress(post) : post.id)
    },
    published: (topic) => [...(published.get(topic) ?? [])].sort(),
    async close() {
      await Promise.all([x.close(), tiktok.close(), facebook.close(), news.close()])
    },
  }
}

const PLATFORM_FAULTS: readonly Behaviour[] = [
  { status: 429, resetInSeconds: 1 },
  { status: 500 },
  { status: 503 },
  { garbage: true },
  { drop: true },
  { truncate: true },
  { slowMs: 200 },
]
const OUTLET_FAULTS: readonly Fault[] = [
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
  { body: '<rss><channel><item><title>rusak' },
  { body: '' },
  { delayMs: 300 },
]

interface Collected {
  readonly id: string
  readonly owner: Person
  readonly topic: Topic
}

// Each owner has a project of each topic that listens. The quota of `poor` is used up on the way.
export async function openCollecting(
  storm: Storm,
  platforms: Platforms,
  { owners, poor, admin }: { readonly owners: readonly Person[]; readonly poor: Person; readonly admin: Person },
): Promise<Actor> {
  const projects: Collected[] = []
  for (const url of platforms.feeds)
    await storm.insist(admin, { what: 'feed', method: 'POST', path: '/api/admin/feeds', body: { url } })
  const startDate = dayOf(new Date(Date.now() - 3 * 86_400_000), 'UTC')
  for (const owner of [...owners, poor])
    for (const topic of TOPICS) {
      const body = aProject(topic, { startDate })
      const path = '/api/project'
      const { data } = (await storm.insist(owner, { what: 'project', method: 'POST', path, body })) as {
        data: { id: string }
      }
      const listening = { id: data.id, islisten: 1 }
      const listen = {
        what: 'listening',
        method: 'PATCH',
        path: '/api/project/listen-status',
        body: listening,
      } as const
      await storm.insist(owner, listen)
      projects.push({ id: data.id, owner, topic })
    }
  const request = ({ owner, id }: Collected) =>
    storm.change(owner, {
      what: 'run requested',
      isRemembered: false,
      method: 'POST',
      path: '/api/ai-service/scrap-project-keywords',
      body: { keyword_id: id },
    })
  return {
    name: 'collecting',
    async step() {
      for (let times = 0; times < 3; times++) platforms.publish(storm.random.pick(TOPICS))
      await request(storm.random.pick(projects))
    },
    async check() {
      const path = `/api/admin/users/${poor.id}/quota`
      await storm.insist(admin, { what: 'quota', method: 'PUT', path, body: { kuota: 1_000_000 } })
      const missing = async (each: Collected) =>
        platforms.published(each.topic).length > (await readIds(storm, each.id)).length
      await settled('everything published has arrived', async () => {
        const behind = (await Promise.all(projects.map(async (each) => ((await missing(each)) ? [each] : [])))).flat()
        if (behind.length === 0) return true
        await storm.steadily((pool) => pool`update job set run_at = now() where state = 'waiting' and run_at > now()`)
        for (const each of behind) await request(each)
        return false
      })
      for (const { id, topic } of projects)
        assert.deepEqual(await readIds(storm, id), platforms.published(topic), `${topic}: each exactly once`)
    },
  }
}

async function readIds(storm: Storm, projectId: string): Promise<string[]> {
  const rows = await storm.steadily(
    (pool) => pool`select platform_id as id from mention where project_id = ${projectId} order by platform_id`,
  )
  return rows.map(({ id }) => id)
}
