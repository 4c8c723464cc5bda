import { analysePost, storyRules, toIncoming } from '../src/collect/analyse-post.ts'
import { openClassifier } from '../src/collect/classifier.ts'
import { cleanPost } from '../src/collect/clean-post.ts'
import type { Post } from '../src/domain/post.ts'
import { createMatcher } from '../src/match/matcher.ts'
import { compileExpression } from '../src/match/matches.ts'
import { parseKeyword } from '../src/match/parse.ts'
import { readFeed } from '../src/sources/feeds/reply.ts'
import type { Incoming } from '../src/store/mentions/incoming.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { makeFeed } from './feed-data.ts'
import { addOwner, type BenchDatabase, type BenchProject, type Owner } from './fixture.ts'
import { type Clock, format, median, ratio, serverClock, timeMs } from './measure.ts'
import { copyRows, insertCounted, insertOneByOne, toRows } from './plain-inserts.ts'

const BATCH = 500
const PROJECTS = 1_000

// From a feed's bytes to committed, counted, charged mentions, step by step, compared with raw COPY into a table without indexes
// and with one-row inserts.
export async function measureSteps(database: BenchDatabase, feeds: number): Promise<void> {
  const project = await database.project('steps', 1)
  const plain = await addOwner(project.pool, 'bench-plain')
  const clock = await serverClock(project.pool)
  const rounds: Record<string, number>[] = []
  for (let number = 0; number < feeds; number++) rounds.push(await measureFeed(project, plain, number, clock))
  // The first quarter is warm-up: plans, caches, compiled functions.
  report(rounds.slice(Math.floor(feeds / 4)))
  const [stored] = await project.pool`
    select (select count(*)::int from mention where project_id = ${project.projectId}) as mentions,
           (select count(*)::int from story where project_id = ${project.projectId}) as stories,
           (select -sum(amount)::int from quota_entry where project_id = ${project.projectId}) as charged`
  console.log(`${stored?.mentions} mentions in ${stored?.stories} stories; ${stored?.charged} were charged.`)
}

const classifier = openClassifier()
const match = compileExpression({ keyword: parseKeyword('banjir'), exclusions: [] })
const matcher = createMatcher()
for (let number = 0; number < PROJECTS; number++)
  matcher.add(`p${number}`, parseKeyword(`kata${number} and lain${number}`), [])
matcher.add('bench', parseKeyword('banjir'), [])

// Milliseconds a post of each step, for one feed of BATCH entries.
async function measureFeed(
  project: BenchProject,
  plain: Owner,
  number: number,
  clock: Clock,
): Promise<Record<string, number>> {
  const bytes = makeFeed(number, BATCH)
  const steps: Record<string, number> = {}
  const step = async (name: string, work: () => unknown) => {
    steps[name] = (await timeMs(async () => work(), clock)) / BATCH
  }
  let posts: Post[] = []
  let incoming: Incoming[] = []
  const started = performance.now()
  await step('read the feed', () => {
    posts = readPosts(bytes)
  })
  await step('match', () => {
    posts = posts.filter((post) => matcher.match(post.text).includes('bench'))
  })
  await step('language, sentiment, signature, terms', () => {
    incoming = posts.map((post) => toIncoming(analysePost(post, classifier), match(post.text), 1))
  })
  const target = { projectId: project.projectId, ownerId: project.ownerId, jobId: null }
  await step('store, count, group, charge', () =>
    project.pool.begin((tx) => addMentions(tx, target, incoming, storyRules)),
  )
  steps.wall = (performance.now() - started) / BATCH
  await step('counted', () => insertCounted(project.pool, plain, incoming))
  const rows = toRows(incoming, number)
  await step('COPY', () => copyRows(project.pool, rows))
  const few = rows.slice(0, 50)
  await step('one by one', () => insertOneByOne(project.pool, project.projectId, few))
  steps['one by one'] = ((steps['one by one'] ?? 0) * BATCH) / few.length
  return steps
}

function readPosts(bytes: Uint8Array): Post[] {
  const document = {
    bytes,
    contentType: 'application/rss+xml',
    url: new URL('https://example.org/feed'),
    label: null,
    now: new Date(Date.UTC(2026, 5, 1)),
  }
  const content = readFeed(document)
  if (content.kind !== 'feed') throw new Error('The made-up feed was not recognised as a feed.')
  return content.entries.map(({ post }) => cleanPost(post)).filter((post) => post !== null)
}

function report(rounds: readonly Record<string, number>[]): void {
  const cost = (name: string) => median(rounds.map((round) => round[name] ?? 0))
  const names = ['read the feed', 'match', 'language, sentiment, signature, terms', 'store, count, group, charge']
  const total = names.reduce((sum, name) => sum + cost(name), 0)
  const row = (ms: number) => ({
    'processor us a post': format(ms * 1000),
    'posts a processor second': format(1000 / ms),
    'of the total': ratio(ms / total),
  })
  const table = Object.fromEntries(names.map((name) => [name, row(cost(name))]))
  table.total = row(total)
  table['for comparison: mentions, counts and charge alone'] = row(cost('counted'))
  table['for comparison: raw COPY, no index'] = row(cost('COPY'))
  table['for comparison: one-row inserts'] = row(cost('one by one'))
  console.log(`Feeds of ${BATCH} entries, one project, a transaction a feed; median of ${rounds.length} feeds.`)
  console.table(table)
  console.log(`In wall time on this machine: ${format(1000 / cost('wall'))} posts a second.`)
}
