import { analysePost, storyRules, toIncoming } from '../src/collect/analyse-post.ts'
import type { Pool } from '../src/store/db.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { classifierOf } from '../test/classifier.ts'
import type { StreamPost } from './sets/stories.ts'

// Stores a stream of posts through ingest, as collecting does.
export async function storeStream(
  pool: Pool,
  target: { readonly projectId: string; readonly ownerId: string },
  posts: readonly StreamPost[],
  batch: number,
  // The number of the first post, which is its id on the platform.
  first = 0,
): Promise<void> {
  for (let at = 0; at < posts.length; at += batch) {
    const incoming = posts.slice(at, at + batch).map((post, n) => toPost(post, first + at + n))
    await pool.begin((tx) => addMentions(tx, { ...target, jobId: null }, incoming, storyRules))
  }
}

function toPost({ text, author, atMs, platform = 'twitter' }: StreamPost, number: number) {
  const post = {
    platform,
    platformId: String(number),
    kind: 'post',
    text,
    url: '',
    publishedAt: new Date(atMs),
    author: { id: author, username: author, displayName: author },
    engagement: { likes: 0, comments: 0, shares: 0, views: 0 },
  } as const
  const analysed = analysePost(post, classifierOf())
  return toIncoming(analysed, { matched: true, alternative: 0, found: [], excludedBy: null }, 1)
}

export interface StreamScore {
  readonly precision: number
  readonly recall: number
  // Of each kind: posts, stories and groups, and both figures.
  readonly kinds: ReadonlyMap<string, { readonly posts: number; readonly precision: number; readonly recall: number }>
  // Of each story, how many authors its largest group says it has.
  readonly authors: ReadonlyMap<number, number>
  // Groups that have a statement and an opposite.
  readonly contradictions: number
  // Of each story, in how many groups it is.
  readonly groups: ReadonlyMap<number, number>
}

// B-cubed: of each post, the share of its group that is of its story (precision), and the share of its story that is in its group
// (recall).
export async function scoreStream(pool: Pool, projectId: string, posts: readonly StreamPost[]): Promise<StreamScore> {
  const rows = await pool<{ number: number; root: string; authors: number; size: number }>`
    select m.platform_id::int as number, s.id as root, s.authors, s.size from mention m
      join story o on o.project_id = m.project_id and o.id = m.story_id
      join story s on s.project_id = m.project_id and s.id = coalesce(o.merged_into, o.id)
     where m.project_id = ${projectId}`
  const placed = rows.map((row) => ({ ...row, post: posts[row.number] as StreamPost }))
  const groupSizes = countBy(placed, ({ root }) => root)
  const storySizes = countBy(placed, ({ post }) => String(post.story))
  const shared = countBy(placed, ({ root, post }) => `${root} ${post.story}`)
  const score = ({ root, post }: (typeof placed)[number]) => {
    const both = shared.get(`${root} ${post.story}`) ?? 0
    return { precision: both / (groupSizes.get(root) ?? 1), recall: both / (storySizes.get(String(post.story)) ?? 1) }
  }
  const kinds = new Map<string, { posts: number; precision: number; recall: number }>()
  for (const [kind, own] of Map.groupBy(placed, ({ post }) => post.kind))
    kinds.set(kind, { posts: own.length, ...mean(own.map(score)) })
  const byStory = Map.groupBy(placed, ({ post }) => post.story)
  const senses = [...Map.groupBy(placed, ({ root }) => root).values()].map(
    (own) => new Set(own.flatMap(({ post }) => post.sense ?? [])),
  )
  return {
    ...mean(placed.map(score)),
    kinds,
    contradictions: senses.filter(({ size }) => size > 1).length,
    authors: new Map(
      [...byStory].map(([story, own]) => [story, own.toSorted((a, b) => b.size - a.size)[0]?.authors ?? 0]),
    ),
    groups: new Map([...byStory].map(([story, own]) => [story, new Set(own.map(({ root }) => root)).size])),
  }
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

function mean(scores: readonly { readonly precision: number; readonly recall: number }[]) {
  const sum = (pick: (score: (typeof scores)[number]) => number) =>
    scores.reduce((total, score) => total + pick(score), 0)
  return {
    precision: sum((score) => score.precision) / scores.length,
    recall: sum((score) => score.recall) / scores.length,
  }
}
