import { randomUUID } from 'node:crypto'
import { storyRules } from '../src/collect/analyse-post.ts'
import type { MentionFilter } from '../src/domain/filter.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import { type Db, openPool } from '../src/store/db.ts'
import { mentionId } from '../src/store/ids.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { correctSentiment } from '../src/store/mentions/mentions.ts'
import { searchMentions } from '../src/store/mentions/search.ts'
import { SNAPSHOT, selectIds } from '../src/store/mentions/selection.ts'
import { tallyMentions } from '../src/store/mentions/tally.ts'
import { countTerms } from '../src/store/mentions/term-counts.ts'
import { topAuthors } from '../src/store/mentions/top-lists.ts'
import { addToIndex, removeFromIndex } from '../src/store/search/change.ts'
import { countSelected, selectParts } from '../src/store/search/select.ts'
import { fillProject, indexProject } from './fill.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { type Clock, cpuClock, createRandom, format, median, ratio, timeMs } from './measure.ts'
import { SETTINGS } from './page-readers.ts'
import {
  type Copy,
  copyMentions,
  randomFilter,
  randomText,
  randomTime,
  readCopies,
  scanCopies,
  TEXT,
} from './search-scan.ts'
import { incomingBatches, renew } from './writers.ts'

const ROUNDS = 15

// Exact filters against the window of 5,000 mentions that they replace, and random filters against a scan of everything. One million
// mentions, or `--mentions=<number>`.
export async function run(args: string[]): Promise<void> {
  const mentions = Number(args.find((arg) => arg.startsWith('--mentions='))?.slice(11) ?? 1_000_000)
  const filters = Number(args.find((arg) => arg.startsWith('--filters='))?.slice(10) ?? 1_000)
  const database = await openBenchDatabase(SETTINGS)
  try {
    const project = await database.project('search', 1)
    const clock = await cpuClock([project.pool])
    await measureIngest(await database.project('ingest', 1))
    await fillProject(project, { mentions, text: TEXT })
    const ms = await timeMs(() => indexProject(project), clock)
    await report(project, mentions, ms)
    await compareQueries(project, clock)
    await compareFilters(project, filters)
  } finally {
    await database.close()
  }
}

async function measureIngest(project: BenchProject): Promise<void> {
  const { pool, projectId, ownerId } = project
  const clock = await cpuClock([pool])
  const batches = incomingBatches(20, 500)
  const whole: number[] = []
  const index: number[] = []
  for (const [number, batch] of batches.entries()) {
    const incoming = batch.map((item) => renew(item, `b${number}`))
    const target = { projectId, ownerId, jobId: null }
    whole.push(await timeMs(() => pool.begin((tx) => addMentions(tx, target, incoming, storyRules)), clock))
    // The same number of ids of another project.
    const ids = incoming.map(() => randomUUID())
    const other = randomUUID()
    index.push(await timeMs(() => pool.begin((tx) => addToIndex(tx, other, ids)), clock))
  }
  const [all, own] = [median(whole.slice(5)), median(index.slice(5))]
  console.log(
    `Ingest: ${format((all / 500) * 1000)} us a mention, of which the index ${format((own / 500) * 1000)}: +${format((own / (all - own)) * 100)} % (to reach: 15).`,
  )
}

async function report({ pool, projectId }: BenchProject, mentions: number, ms: number): Promise<void> {
  // Merged segments leave room that the next ones use.
  for (const table of ['search_segment', 'search_posting']) await pool.script(`vacuum full ${table}`)
  const [row] = await pool`
    select pg_total_relation_size('search_segment') + pg_total_relation_size('search_posting') as bytes,
           pg_total_relation_size('search_posting') as postings,
           (select sum(length(terms) + length(term_words)) from search_segment) as terms,
           (select count(*)::int from search_segment where project_id = ${projectId}) as segments`
  const perMention = (bytes: number) => format(bytes / mentions)
  console.log(`${format(mentions)} mentions in ${row?.segments} segments, built in ${format((ms / mentions) * 1000)} us a mention.
${perMention(row?.bytes)} bytes a mention (to reach: 200), of which postings ${perMention(row?.postings)} and terms ${perMention(Number(row?.terms))}.`)
}

// The statement that searches used before: the newest 5,000 mentions.
function searchWindow(db: Db, projectId: string, word: string): Promise<unknown> {
  return db`
    with seen as materialized (
      select id, language, text from mention where project_id = ${projectId} order by id desc limit 5000),
    found as (select id from seen where text ilike all(${[`%${word}%`]}::text[]) order by id desc limit 50)
    select (select count(*)::int from seen) as scanned, (select id from seen order by id limit 1) as last, found.id
      from (select 1) one left join found on true order by found.id desc`
}

// Words by their share of the mentions, 1 % and 20 to 45 %, in the middle round 30 %. Each round takes another. The postings of the
// frequent ones are in memory after the first row.
const RARE = 500
const FREQUENT = 9

async function compareQueries({ pool, projectId }: BenchProject, clock: Clock): Promise<void> {
  const filter = (...words: number[]): MentionFilter => ({
    text: { q: '', all: words.map((word) => [[`kt${word}`]]), none: [] },
  })
  const inSnapshot = (work: (tx: Db) => Promise<unknown>) => pool.begin(work, SNAPSHOT)
  const total = (chosen: MentionFilter) =>
    inSnapshot(async (tx) => countSelected(await selectParts(tx, projectId, chosen)))
  const page = (order: 'newest' | 'ranked', chosen: MentionFilter) =>
    inSnapshot((tx) => searchMentions(tx, projectId, chosen, { order, cursor: null, limit: 10 }))
  const tally = (chosen: MentionFilter, then: 'series' | 'authors' | 'terms') =>
    inSnapshot(async (tx) => {
      const selected = await selectParts(tx, projectId, chosen)
      if (then === 'terms') return countTerms(projectId, selected, [])
      const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2025, 0, 1) + day * 86_400_000)
      const counted = await tallyMentions(projectId, selected, {
        aliases: new Map(),
        steps: then === 'series' ? days : [],
      })
      return then === 'authors' ? topAuthors(counted, 20) : counted
    })
  const window = await measure((round) => inSnapshot((tx) => searchWindow(tx, projectId, `kt${RARE + round}`)), clock)
  const phrase = (round: number) => ({ text: { q: '', all: [[[`kt${RARE + round}`, `kt${round + 2}`]]], none: [] } })
  const rows: [name: string, budget: number | null, work: (round: number) => Promise<unknown>][] = [
    ['total of a 30 % word', 0.7, (n) => total(filter(FREQUENT + n))],
    ['first page and total of a 1 % word', 0.5, (n) => page('newest', filter(RARE + n))],
    ['first page and total of two frequent words', 1.5, (n) => page('newest', filter(FREQUENT + n, FREQUENT + n + 1))],
    ['ranked page of a 1 % word', null, (n) => page('ranked', filter(RARE + 100 + n))],
    ['total of a 1 % word', 0.5, (n) => total(filter(RARE + 200 + n))],
    ['daily series of a 30 % word, three counts', 1.5, (n) => tally(filter(FREQUENT + n), 'series')],
    ['top authors of a 30 % word', 1, (n) => tally(filter(FREQUENT + n), 'authors')],
    ['terms of a 1 % word', null, (n) => tally(filter(RARE + n), 'terms')],
    ['a phrase, verified in texts', null, (n) => total(phrase(n))],
  ]
  const table: Record<string, Record<string, string>> = { 'the old window (W)': { ms: format(window), 'of W': '1 x' } }
  for (const [name, budget, work] of rows) {
    const ms = await measure(work, clock)
    const verdict = budget === null ? '-' : `${budget} x: ${ms <= budget * window ? 'met' : 'not met'}`
    table[name] = { ms: format(ms), 'of W': ratio(ms / window), 'to reach': verdict }
  }
  console.log(`Processor milliseconds of database and client, median of ${ROUNDS} rounds, another word in each.`)
  console.table(table)
}

async function measure(work: (round: number) => Promise<unknown>, clock: Clock): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timeMs(() => work(round), clock))
  return median(times)
}

const CHANGE_EVERY = 20
const COLLECTED_AT_ONCE = 50

// Random filters against a scan of a copy, between corrections, removals and returns, and while mentions are collected, many of them
// late, sealed and merged on another connection.
async function compareFilters(project: BenchProject, filters: number): Promise<void> {
  const { pool, projectId } = project
  const random = createRandom(7)
  const copies = await copyMentions(project)
  const collecting = await openCollecting(project, random)
  let differences = 0
  let found = 0
  for (let n = 0; n < filters; n++) {
    if (n % CHANGE_EVERY === 0) await change(project, copies, random)
    const collected = collecting.collect(n)
    const chosen = randomFilter(random, copies)
    const { ids, seen } = await pool.begin(async (tx) => {
      const seen = await collecting.readNew(tx)
      return { ids: await selectIds(tx, projectId, chosen.filter), seen }
    }, SNAPSHOT)
    copies.push(...seen)
    const expected = scanCopies(copies, chosen).map(({ id }) => id)
    found += ids.length
    if (ids.join() !== expected.sort().join()) differences++
    await collected
  }
  await collecting.close()
  console.log(
    `${filters} random filters selected ${format(found)} mentions, while ${format(filters * COLLECTED_AT_ONCE)} were collected: ${differences} differences from a full scan.`,
  )
  if (differences > 0) process.exitCode = 1
}

async function openCollecting(project: BenchProject, random: () => number) {
  const { projectId, ownerId } = project
  const pool = openPool(project.url, { max: 1 })
  const batches = incomingBatches(20, COLLECTED_AT_ONCE)
  const unseen = new Set<string>()
  return {
    // Stores a batch, and builds what is to be built of the index.
    async collect(number: number) {
      const batch = (batches[number % batches.length] ?? []).map((item) => {
        const { post, ...rest } = renew(item, `c${number}`)
        return { ...rest, post: { ...post, text: randomText(random), publishedAt: randomTime(random) } }
      })
      for (const { post } of batch) unseen.add(mentionId(projectId, post.platform, post.platformId, post.publishedAt))
      await pool.begin((tx) => addMentions(tx, { projectId, ownerId, jobId: null }, batch, storyRules))
      await indexProject({ ...project, pool })
    },
    // The collected mentions that a transaction is the first to see.
    async readNew(tx: Db): Promise<Copy[]> {
      const copies = await readCopies(tx, projectId, [...unseen])
      for (const { id } of copies) unseen.delete(id)
      return copies
    },
    close: () => pool.end({ timeout: 5 }),
  }
}

async function change(project: BenchProject, copies: readonly Copy[], random: () => number): Promise<void> {
  const { pool, projectId, ownerId: by } = project
  const pick = () => copies[Math.floor(random() * copies.length)] as Copy
  await pool.begin(async (tx) => {
    for (let n = 0; n < 5; n++) {
      const copy = pick()
      const sentiment = (Math.floor(random() * 3) - 1) as Sentiment
      await correctSentiment(tx, { projectId, id: copy.id, sentiment, by: { id: by, name: 'Bench' } })
      copy.cell = Math.floor(copy.cell / 3) * 3 + sentiment + 1
    }
    const moved = Array.from({ length: 60 }, pick)
    const shown = [...new Set(moved.filter(({ removed }) => removed))]
    const removed = [...new Set(moved.filter(({ removed }) => !removed))]
    for (const copy of moved) copy.removed = !shown.includes(copy)
    await addToIndex(
      tx,
      projectId,
      shown.map(({ id }) => id),
    )
    await removeFromIndex(
      tx,
      projectId,
      removed.map(({ id }) => id),
    )
  })
}
