// The files of a made-up platform, as a contributor who follows "Add a platform" in CONTRIBUTING.md would write them.

export const ROW = `  {
    id: 'warung',
    label: { id: 'Warung', en: 'Warung' },
    postKind: 'post',
    aliases: ['wrg'],
    hosts: ['warung.example'],
    addresses: [/\\/obrolan\\/(?<id>\\d+)/],
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 1_000 },
    icon: 'M4 8h12v8H4Z',
  },
`

export const INDEX = `import { defineSource } from '../definition.ts'

export const warung = defineSource({
  name: 'warung',
  platform: 'warung',
  lookback: 'any',
  settings: {
    key: { name: 'PANTAU_WARUNG_KEY', kind: 'secret', required: true, about: 'Key of the Warung API' },
    url: { name: 'PANTAU_WARUNG_URL', kind: 'url', default: 'https://api.warung.example', about: 'Address of the API' },
  },
  async open({ key, url }, { fetch }) {
    const { openWarung } = await import('./search.ts')
    return { search: openWarung({ key, baseUrl: url.href, fetch }) }
  },
})
`

export const SEARCH = `import { addressOf, requestApi } from '../http/api-request.ts'
import { type Fetch, type SearchSource, SourceError } from '../source.ts'
import { readPage } from './reply.ts'

export interface WarungSettings {
  readonly key: string
  readonly baseUrl: string
  readonly fetch: Fetch
}

export function openWarung({ key, baseUrl, fetch }: WarungSettings): SearchSource {
  return {
    name: 'warung',
    platform: 'warung',
    async *search({ keyword }, signal) {
      for (const terms of keyword.alternatives) {
        const url = addressOf(baseUrl, 'api/search', { q: terms.join(' ') })
        const { status, json } = await requestApi(fetch, url, { headers: { 'x-key': key }, signal })
        if (status !== 200) throw new SourceError('upstream', \`Warung responded with \${status}.\`, { status })
        for (const post of readPage(json)) yield { type: 'post', post }
      }
      yield { type: 'cursor', cursor: { done: true } }
    },
  }
}
`

export const REPLY = `import type { Post } from '../../domain/post.ts'
import { asCount, asList, asRecord, asText } from '../http/json.ts'
import { need, readItems } from '../items.ts'

export function readPage(json: unknown): readonly Post[] {
  return readItems(asList(asRecord(json).posts), readPost).posts
}

function readPost(value: unknown): Post | null {
  const item = asRecord(value)
  const username = asText(item.user) ?? ''
  const publishedAt = new Date(need(asText(item.at), 'time'))
  return {
    platform: 'warung',
    platformId: need(asText(item.id), 'id'),
    kind: 'post',
    text: need(asText(item.text), 'text'),
    url: \`https://warung.example/obrolan/\${asText(item.id)}\`,
    publishedAt,
    author: { id: username, username, displayName: username },
    engagement: { likes: asCount(item.likes), comments: 0, shares: 0, views: 0 },
  }
}
`

// Collects one project with the real worker and prints its stored mentions and counts.
export const RUN = `import { readConfig } from './src/config.ts'
import { collectTasks } from './src/collect/tasks.ts'
import { openCollectDeps } from './src/cli/wire-work.ts'
import { PLATFORMS } from './src/domain/platform.ts'
import { startWorkers } from './src/jobs/worker.ts'
import { addAccount } from './src/store/accounts/accounts.ts'
import { openPool } from './src/store/db.ts'
import { addJob, findJob } from './src/store/jobs/jobs.ts'
import { countMentions, listMentions } from './src/store/mentions/mentions.ts'
import { listStories } from './src/store/mentions/ranked.ts'
import { addProject } from './src/store/projects/projects.ts'

const config = readConfig(process.env)
const pool = openPool(config.databaseUrl, { max: 4 })
const account = await pool.begin((tx) =>
  addAccount(tx, { username: 'w', name: 'W', email: 'w@example.com', passwordHash: '', roles: ['user'], quota: 100 }),
)
const ownerId = account?.id ?? ''
const { id } = await addProject(pool, ownerId, {
  name: 'Kopi', keyword: 'kopi', exclude: '', category: 'umum', kind: 'auto', startDay: '2020-01-01', endDay: null,
})
const { job } = await addJob(pool, { task: 'collect', key: id, accountId: ownerId, projectId: id, requested: true })
const workers = startWorkers({ pool, tasks: collectTasks(await openCollectDeps(config, pool)), concurrency: 1 })
for (let polls = 0; polls < 400; polls++) {
  if ((await findJob(pool, ownerId, job.id))?.state === 'done') break
  await new Promise((resolve) => setTimeout(resolve, 50))
}
await workers.stop()
const project = { ownerId, id }
const filter = { platforms: ['warung' as const] }
const page = await listMentions(pool, project, filter, { page: 1, limit: 10 })
const ranked = await listStories(pool, project, filter, { page: 1, limit: 10 })
const counts = await countMentions(pool, PLATFORMS.map((platform) => ({ project, filter: { platforms: [platform] } })))
console.log(JSON.stringify({
  mentions: page?.mentions.map(({ platform, text }) => ({ platform, text })),
  stories: ranked?.total,
  counts: Object.fromEntries(PLATFORMS.map((platform, at) => [platform, counts[at]])),
}))
await pool.end()
`
