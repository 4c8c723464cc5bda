import { analysePost, storyRules, toIncoming } from '../src/collect/analyse-post.ts'
import type { Post } from '../src/domain/post.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import type { Incoming } from '../src/store/mentions/incoming.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { addStoryKeys } from '../src/store/mentions/story-keys.ts'
import { classifierOf, judged } from '../test/classifier.ts'
import { fillProject, indexProject } from './fill.ts'
import { addOwner, type BenchDatabase, type BenchProject } from './fixture.ts'
import { createData } from './match-data.ts'
import { type Clock, createRandom, format, goal, median, serverClock, timeMs } from './measure.ts'

const BATCH = 500
const ROUNDS = 24
const WARM_UP = 6
const TEMPLATES = 10_000
const DAY_MS = 86_400_000
const NEW_YEAR = Date.UTC(2026, 0, 1)
const YEAR_DAYS = 365

// The cases alternate, a batch of each in a round. The posts are judged at random, because only storing is measured.
export async function measureStoring(database: BenchDatabase, grown: number): Promise<void> {
  console.log(`Storing in batches of ${BATCH}, processor us a post of this process and all of the database.`)
  await compareDates(await database.project('dates', 1))
  await compareTemplates(await database.project('templates', 1))
  await compareGrown(await database.project('grown', 1), grown)
}

// One day against a year; the search index, built as the background job does; and small batches.
async function compareDates(base: BenchProject): Promise<void> {
  const clock = await serverClock(base.pool)
  const oneDay = await another(base, 'one-day')
  const scattered = await another(base, 'scattered')
  const small = await another(base, 'small')
  const makeDay = postsOf('day', oneDayAt)
  const makeScattered = postsOf('scattered', scatteredAt)
  const makeSmall = postsOf('small', oneDayAt)
  const costs: Record<string, number[]> = { day: [], scattered: [], index: [], fifty: [], five: [] }
  for (let round = 0; round < ROUNDS; round++) {
    costs.day?.push(await store(oneDay, makeDay(BATCH), clock))
    costs.scattered?.push(await store(scattered, makeScattered(BATCH), clock))
    costs.index?.push((await timeMs(() => indexProject(oneDay), clock)) * (1_000 / BATCH))
    for (let n = 0; n < 2; n++) costs.fifty?.push(await store(small, makeSmall(50), clock))
    for (let n = 0; n < 10; n++) costs.five?.push(await store(small, makeSmall(5), clock))
  }
  const cost = (name: string) => median(afterWarmUp(costs[name] ?? []))
  // Most batches add to the tail; some build a segment, and few merge segments. So the mean counts.
  const index = mean(costs.index ?? [])
  console.log(`one day ${us(cost('day'))}, ${YEAR_DAYS} days ${us(cost('scattered'))}, batches of 50 ${us(cost('fifty'))}, of 5 ${us(cost('five'))},
the index of the mentions of one day, in the background ${us(index)}`)
  console.log(goal('storing a post of one day', cost('day'), 130, 'us'))
  console.log(goal(`posts of ${YEAR_DAYS} days against one day`, cost('scattered') / cost('day'), 1.5))
  console.log(goal('the index, in the background', index, 150, 'us'))
}

// Posts of one template with other numbers against varied texts.
async function compareTemplates(base: BenchProject): Promise<void> {
  const clock = await serverClock(base.pool)
  const template = await another(base, 'template')
  const varied = await another(base, 'varied')
  const [makeTemplate, makeVaried] = [templatePosts(), postsOf('varied', oneDayAt)]
  const warmUp = postsOf('warm-up', oneDayAt)
  for (let round = 0; round < WARM_UP; round++) await store(base, warmUp(BATCH), clock)
  const costs = { template: [] as number[], varied: [] as number[] }
  for (let stored = 0; stored < TEMPLATES; stored += BATCH) {
    costs.template.push(await store(template, makeTemplate(BATCH), clock))
    costs.varied.push(await store(varied, makeVaried(BATCH), clock))
  }
  const thousand = 1_000 / BATCH
  const [first, last] = [mean(costs.template.slice(0, thousand)), mean(costs.template.slice(-thousand))]
  console.log(
    `one template: the first thousand ${us(first)}, the last of ${format(TEMPLATES)} ${us(last)}; varied texts ${us(median(costs.varied))}`,
  )
  console.log(goal('the last thousand of a template against the first', last / first, 1.2))
  console.log(goal('a template against varied texts', median(costs.template) / median(costs.varied), 1.5))
}

// A project with many mentions against a new one in the same database.
async function compareGrown(large: BenchProject, mentions: number): Promise<void> {
  await fillProject(large, { mentions })
  await fillKeys(large)
  // As it is when the index is built.
  await large.pool`truncate search_tail`
  const small = await another(large, 'new')
  const clock = await serverClock(large.pool)
  // Every page that changes for the first time after a checkpoint is written whole, in a large project more of them.
  await large.pool.script('checkpoint')
  const costs: Record<string, number[]> = {}
  for (const [dates, at] of [
    ['one day', oneDayAt],
    [`${YEAR_DAYS} days`, scatteredAt],
  ] as const) {
    const [inLarge, inSmall] = [postsOf(`large ${dates}`, at), postsOf(`small ${dates}`, at)]
    const [grown, fresh]: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      grown?.push(await store(large, inLarge(BATCH), clock))
      fresh?.push(await store(small, inSmall(BATCH), clock))
    }
    costs[dates] = [mean(afterWarmUp(grown ?? [])), mean(afterWarmUp(fresh ?? []))]
  }
  for (const [dates, [grown = 0, fresh = 0]] of Object.entries(costs)) {
    console.log(`${dates}: a project of ${format(mentions)} mentions ${us(grown)}, a new one ${us(fresh)}`)
    console.log(goal(`${format(mentions)} mentions against a new project, ${dates}`, grown / fresh, 1.2))
  }
}

// The keys of stories, which filling leaves out: twelve that no other story has.
async function fillKeys({ pool, projectId }: BenchProject): Promise<void> {
  const random = createRandom(11)
  const key = () => Math.floor(random() * 2 ** 32) | 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await pool<{ id: string }>`
      select id from story where project_id = ${projectId} and id > ${after} order by id limit 20000`
    if (rows.length === 0) return
    const stories = rows.map(({ id }) => ({ id, keys: Array.from({ length: 12 }, key) }))
    await pool.begin((tx) => addStoryKeys(tx, projectId, stories))
    after = rows.at(-1)?.id ?? after
  }
}

async function another(base: BenchProject, name: string): Promise<BenchProject> {
  return { ...base, ...(await addOwner(base.pool, `bench-${name}`)) }
}

// Microseconds a post.
async function store({ pool, projectId, ownerId }: BenchProject, incoming: Incoming[], clock: Clock): Promise<number> {
  const target = { projectId, ownerId, jobId: null }
  const ms = await timeMs(() => pool.begin((tx) => addMentions(tx, target, incoming, storyRules)), clock)
  return (ms * 1000) / incoming.length
}

function us(value: number): string {
  return `${format(value)} us`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function afterWarmUp(values: readonly number[]): readonly number[] {
  return values.slice(Math.floor((values.length * WARM_UP) / ROUNDS))
}

type PostTime = (number: number, random: () => number) => number

const oneDayAt: PostTime = (number) => NEW_YEAR + ((number * 7_000) % DAY_MS)
const scatteredAt: PostTime = (_, random) => NEW_YEAR - Math.floor(random() * YEAR_DAYS * DAY_MS)

const TEXTS_AT_ONCE = 2_000
const PLATFORMS = ['twitter', 'youtube', 'facebook', 'instagram', 'tiktok', 'news'] as const
let texts: string[] = []

// Texts of about 400 characters; one in ten repeats an earlier one.
function postsOf(name: string, timeOf: PostTime): (total: number) => Incoming[] {
  if (texts.length === 0) texts = createData({ projects: 0, posts: ROUNDS * TEXTS_AT_ONCE }).posts
  const random = createRandom([...name].reduce((seed, character) => seed * 31 + character.charCodeAt(0), 0))
  let number = 0
  const first = Math.floor(random() * texts.length)
  const textAt = (at: number) => texts[(first + at) % texts.length] ?? ''
  const next = () => {
    number++
    const of = random() < 0.1 ? Math.floor(random() * number) : number
    return `Banjir ${textAt(of * 2)}\n${textAt(of * 2 + 1)}`
  }
  return (total) =>
    Array.from({ length: total }, () => toPost(name, { text: next(), at: timeOf(number, random), number }, random))
}

function templatePosts(): (total: number) => Incoming[] {
  const random = createRandom(5)
  let number = 0
  const next = () => {
    number++
    return `Harga acuan gabah kering panen saat banjir, laporan nomor ${number}: hari ini Rp${5_000 + number} per kilo di gudang ${number % 97}, turun ${number % 89} persen dari pekan lalu menurut catatan dinas`
  }
  return (total) =>
    Array.from({ length: total }, () =>
      toPost('template', { text: next(), at: oneDayAt(number, random), number }, random),
    )
}

const MATCH = {
  matched: true,
  alternative: 0,
  found: [{ term: 'banjir', spans: [{ start: 0, end: 6 }] }],
  excludedBy: null,
}

function toPost(
  name: string,
  { text, at, number }: { readonly text: string; readonly at: number; readonly number: number },
  random: () => number,
): Incoming {
  const author = `author${Math.floor(random() * 5_000)}`
  const post: Post = {
    platform: PLATFORMS[Math.floor(random() ** 2 * PLATFORMS.length)] ?? 'twitter',
    platformId: `${name}-${number}`,
    kind: 'post',
    text,
    url: `https://example.org/${name}/${number}`,
    publishedAt: new Date(at),
    author: { id: author, username: author, displayName: author },
    engagement: { likes: Math.floor(random() * 100), comments: 0, shares: 0, views: Math.floor(random() * 1_000) },
  }
  const sentiment = (Math.floor(random() * 3) - 1) as Sentiment
  const entities = random() < 0.5 ? [`place:kota${Math.floor(random() ** 2 * 300)}`, 'person:wali kota'] : []
  const classifier = { ...classifierOf(sentiment, { entities }), judge: () => judged(sentiment) }
  return toIncoming(analysePost(post, classifier), MATCH, 1)
}
