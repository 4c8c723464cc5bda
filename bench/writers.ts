import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { analysePost, toIncoming } from '../src/collect/analyse-post.ts'
import { openClassifier } from '../src/collect/classifier.ts'
import type { Post } from '../src/domain/post.ts'
import { compileExpression } from '../src/match/matches.ts'
import { parseKeyword } from '../src/match/parse.ts'
import type { Incoming } from '../src/store/mentions/incoming.ts'
import type { BenchProject } from './fixture.ts'
import { createData } from './match-data.ts'
import { createRandom } from './measure.ts'

const BATCH = 100
const MAIN = fileURLToPath(new URL('writers-main.ts', import.meta.url))

export interface WritersData {
  readonly url: string
  readonly projectId: string
  readonly ownerId: string
  readonly count: number
}

export interface Written {
  readonly added: number
  readonly perSecond: number
}

// Several writers in a separate process, so that their processor time does not count as the reader's.
export async function startWriters(
  { url, projectId, ownerId }: BenchProject,
  count: number,
): Promise<{ stop(): Promise<Written> }> {
  const data: WritersData = { url, projectId, ownerId, count }
  const child = fork(MAIN, [JSON.stringify(data)])
  await once(child, 'message')
  return {
    async stop() {
      const written = once(child, 'message')
      child.send('stop')
      return (await written)[0] as Written
    },
  }
}

// The same post with another id, not analysed again: that cost is measured elsewhere.
export function renew(incoming: Incoming, suffix: string): Incoming {
  return { ...incoming, post: { ...incoming.post, platformId: `${incoming.post.platformId}-${suffix}` } }
}

// Analysed posts about `banjir`, in batches, the same on every run.
export function incomingBatches(total: number, size = BATCH): Incoming[][] {
  const classifier = openClassifier()
  const match = compileExpression({ keyword: parseKeyword('banjir'), exclusions: [] })
  const posts = makePosts(total * size)
  const incoming = posts.map((post) => toIncoming(analysePost(post, classifier), match(post.text), 1))
  return Array.from({ length: total }, (_, at) => incoming.slice(at * size, (at + 1) * size))
}

export function makePosts(total: number): Post[] {
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
