import { findCampaigns } from '../src/evaluate/campaigns.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { format, timeMs } from './measure.ts'
import { type CampaignEvent, makeEvents } from './sets/campaigns.ts'
import { makeStream } from './sets/stories.ts'
import { storeStream } from './story-stream.ts'

const BATCH = 500
// The first three, and ten that were held out until they showed that numbered copies of a known template were missed.
const SEEN_SEEDS = [1, 2, 3, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110]
// Not looked at while the method was changed.
const HELD_OUT_SEEDS = [201, 202, 203, 204, 205, 206, 207, 208, 209, 210]
const SIZE_STORIES = 600

// Planted campaigns that are found, and events without one that are taken for one, stored through ingest; and what a list costs.
export async function run(args: string[] = []): Promise<void> {
  const database = await openBenchDatabase()
  try {
    console.log('Seeds that were looked at')
    await report(await database.project('seen', 2), SEEN_SEEDS)
    if (args.includes('--seen')) return
    console.log('\nHeld-out seeds')
    await report(await database.project('heldout', 2), HELD_OUT_SEEDS)
    await reportCost(await database.project('cost', 2))
  } finally {
    await database.close()
  }
}

async function report(project: BenchProject, seeds: readonly number[]): Promise<void> {
  const events = seeds.flatMap((seed, number) => makeEvents(seed, number))
  let stored = 0
  const outcomes: Outcome[] = []
  for (const event of events) {
    await storeStream(project.pool, project, event.posts, BATCH, stored)
    stored += event.posts.length
    const range = { from: new Date(event.fromMs), to: new Date(event.toMs) }
    const { campaigns } = await findCampaigns(project.pool, project.projectId, range, { limit: 50, examples: 1 })
    const signs = campaigns.flatMap(({ signs: { burst, serial, together } }) => [
      ...(burst === null ? [] : ['burst']),
      ...(serial === null ? [] : ['serial']),
      ...(together === null ? [] : ['together']),
    ])
    const sure = campaigns.some(
      ({ signs: { burst, serial, together } }) => [burst, serial, together].filter((sign) => sign !== null).length > 1,
    )
    outcomes.push({ event, found: campaigns.length > 0, sure, signs: [...new Set(signs)].join(', ') })
  }
  const rows: Record<string, Record<string, string>> = {}
  for (const [kind, own] of Map.groupBy(outcomes, ({ event }) => event.kind)) {
    rows[kind] = {
      planted: own[0]?.event.planted === true ? 'yes' : 'no',
      flagged: `${own.filter(({ found }) => found).length} of ${own.length}`,
      signs: [...new Set(own.map(({ signs }) => signs))].filter((signs) => signs !== '').join(' | '),
    }
  }
  console.table(rows)
  reportShares(outcomes, 'with a sign', ({ found }) => found)
  reportShares(outcomes, 'with two signs in one story', ({ sure }) => sure)
}

interface Outcome {
  readonly event: CampaignEvent
  readonly found: boolean
  // Whether a story has two signs.
  readonly sure: boolean
  readonly signs: string
}

function reportShares(outcomes: readonly Outcome[], label: string, isFound: (outcome: Outcome) => boolean): void {
  const share = (wanted: (event: CampaignEvent) => boolean) => {
    const own = outcomes.filter(({ event }) => wanted(event))
    return `${own.filter(isFound).length} of ${own.length}`
  }
  const isHard = ({ kind }: CampaignEvent) => kind.startsWith('hard')
  const ordinary = share((event) => !event.planted && !isHard(event))
  console.log(
    `${label}: ${share(({ planted }) => planted)} planted campaigns, ${ordinary} events without one, ${share(isHard)} hard ones`,
  )
}

// A list over the whole stream of near-duplicates, campaign of 12,000 posts included.
async function reportCost({ pool, projectId, ownerId }: BenchProject): Promise<void> {
  const posts = makeStream(7, { stories: SIZE_STORIES, campaign: 12_000 })
  await storeStream(pool, { projectId, ownerId }, posts, BATCH)
  await pool`analyze`
  const range = { from: new Date(0), to: new Date(Date.UTC(2100, 0, 1)) }
  const times: number[] = []
  for (let round = 0; round < 5; round++)
    times.push(await timeMs(() => findCampaigns(pool, projectId, range, { limit: 20, examples: 6 })))
  const { examined, campaigns } = await findCampaigns(pool, projectId, range, { limit: 20, examples: 6 })
  console.log(
    `\n${posts.length} mentions, ${examined} stories examined, ${campaigns.length} listed: ${format(Math.min(...times))} ms a list`,
  )
}
