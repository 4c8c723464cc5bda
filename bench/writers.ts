import { openAnalyser } from '../src/analyse/analyser.ts'
import { analysePost, judge, toIncoming } from '../src/collect/analyse-post.ts'
import type { Post } from '../src/domain/post.ts'
import { compileExpression } from '../src/match/matches.ts'
import { parseKeyword } from '../src/match/parse.ts'
import { openPool } from '../src/store/db.ts'
import { addMentions, type Incoming } from '../src/store/ingest.ts'
import { createData } from './match-data.ts'
import { createRandom } from './measure.ts'
import type { Scene } from './stage.ts'

const BATCH = 100

export interface Writers {
  stop(): Promise<{ readonly added: number; readonly perSecond: number }>
}

// Several writers that store made-up posts into one project, each on a connection of its own, until they are stopped.
export function startWriters(scene: Scene, count: number): Writers {
  const pool = openPool(scene.url, { max: count })
  const target = { projectId: scene.projectId, ownerId: scene.ownerId, jobId: null }
  const batches = incomingBatches(20)
  let stopped = false
  let added = 0
  let made = 0
  const start = performance.now()
  const write = async () => {
    while (!stopped) {
      const batch = (batches[made % batches.length] ?? []).map((incoming) => renew(incoming, `w${made}`))
      made += 1
      const ingested = await pool.begin((tx) => addMentions(tx, target, batch, judge))
      added += ingested?.added ?? 0
    }
  }
  const writers = Array.from({ length: count }, write)
  return {
    async stop() {
      stopped = true
      await Promise.all(writers)
      await pool.end({ timeout: 5 })
      return { added, perSecond: (added * 1000) / (performance.now() - start) }
    },
  }
}

// The same text as another post: what it costs to analyse is measured elsewhere.
export function renew(incoming: Incoming, suffix: string): Incoming {
  return { ...incoming, post: { ...incoming.post, platformId: `${incoming.post.platformId}-${suffix}` } }
}

// Analysed posts about `banjir`, in batches, the same on every run.
export function incomingBatches(total: number, size = BATCH): Incoming[][] {
  const analyser = openAnalyser()
  const match = compileExpression({ keyword: parseKeyword('banjir'), exclusions: [] })
  const posts = madePosts(total * size)
  const incoming = posts.map((post) =>
    toIncoming(
      analysePost(post, (text) => analyser.classify(text)),
      match(post.text),
      1,
    ),
  )
  return Array.from({ length: total }, (_, at) => incoming.slice(at * size, (at + 1) * size))
}

export function madePosts(total: number): Post[] {
  const random = createRandom(7)
  const platforms = ['twitter', 'youtube', 'facebook', 'instagram', 'tiktok', 'news'] as const
  const { posts } = createData({ projects: 0, posts: total })
  return posts.map((text, at) => {
    const author = `author${Math.floor(random() * 5_000)}`
    return {
      platform: platforms[Math.floor(random() ** 2 * platforms.length)] ?? 'twitter',
      platformId: `post${at}`,
      kind: 'post',
      text: `banjir ${text}`,
      url: `https://example.org/${at}`,
      publishedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 7 * 86_400_000)),
      author: { id: author, username: author, displayName: author },
      engagement: { likes: Math.floor(random() * 100), comments: 0, shares: 0, views: Math.floor(random() * 1_000) },
    }
  })
}
