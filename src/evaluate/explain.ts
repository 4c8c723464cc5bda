import { cellsOf } from '../domain/cell.ts'
import type { Entity } from '../domain/entity.ts'
import type { MentionFilter } from '../domain/filter.ts'
import type { Moment, SentimentCounts } from '../domain/incident.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { coverageOf } from '../store/collecting/coverage.ts'
import type { Db } from '../store/db.ts'
import { idAt } from '../store/ids.ts'
import { readAuthorsOf, readMentions, type StoredMention } from '../store/mentions/rows.ts'
import { readStoryEntities } from '../store/mentions/story-entities.ts'
import { type Tally, tallyMentions } from '../store/mentions/tally.ts'
import { countTerms, TERMS_SAMPLE } from '../store/mentions/term-counts.ts'
import { topAuthors, topStories } from '../store/mentions/top-lists.ts'
import { readAliases } from '../store/search/aliases.ts'
import { type Selected, selectEach } from '../store/search/select.ts'
import { Baseline, REACH_HOURS } from '../watch/baseline.ts'
import { HOUR_MS } from '../watch/series.ts'
import { expectedRange } from '../watch/tail.ts'
import { type CollectedHow, readCounts } from './series.ts'
import { readTerms } from './terms.ts'

const STORIES_MAX = 5
const TERMS_MAX = 10
const AUTHORS_MAX = 5
const EXAMPLES_MAX = 3
const EXAMPLES_READ_MAX = 50
const TEXT_MAX = 500
const BEFORE_MS_MIN = 7 * 86_400_000
const EXPECTED_HOURS_MAX = 92 * 24

export type BoundedFilter = MentionFilter & { readonly from: Date; readonly to: Date }

// Why a range of time is as it is: what was seen and expected, and what is different from before. `db` must be a transaction with one
// snapshot.
export async function explain(db: Db, projectId: string, filter: BoundedFilter, how: CollectedHow): Promise<Moment> {
  const aliases = await readAliases(db, projectId)
  const length = Math.max(filter.to.getTime() - filter.from.getTime(), BEFORE_MS_MIN)
  const before = { ...filter, from: new Date(filter.from.getTime() - length), to: filter.from }
  const both = { from: before.from, to: filter.to }
  const [now = [], past = []] = await selectEach(db, projectId, both, [filter, before])
  const tally = await tallyMentions(projectId, now, { aliases })
  const counts = await countTerms(projectId, now, past, TERMS_SAMPLE)
  const { hashtags, terms, sample } = await readTerms(db, projectId, counts, TERMS_MAX)
  const stories = await readStories(db, projectId, tally)
  const coverage = await coverageOf(db, projectId, {
    ...filter,
    timeZone: how.timeZone,
    intervalSeconds: how.requestSeconds,
  })
  return {
    from: filter.from.toISOString(),
    to: filter.to.toISOString(),
    seen: tally.mentions,
    ...(await expectedFor(db, projectId, filter, how.timeZone)),
    stories: stories.map(({ mention, count, entities }) => ({
      id: mention.storyId,
      size: mention.similar + 1,
      new: count,
      text: shorten(mention.text),
      entities,
    })),
    terms: terms.map(({ term, count }) => ({ term, count })),
    hashtags: hashtags.map(({ term, count }) => ({ term, count })),
    termsSample: sample,
    platforms: platformsOf(tally),
    authors: await readAuthors(db, projectId, tally),
    sentiment: { now: sentimentOf(tally), before: sentimentOf(await tallyMentions(projectId, past, { aliases })) },
    coverage: {
      share: coverage.share,
      lowerBound: coverage.lowerBound,
      gaps: coverage.gaps.map(({ from, to, source }) => ({ from: from.toISOString(), to: to.toISOString(), source })),
    },
    examples: (await readExamples(db, projectId, now, stories)).map(toExample),
  }
}

// What the project's own history makes likely for the whole range; nothing where a part of it has too little history.
async function expectedFor(db: Db, projectId: string, filter: BoundedFilter, timeZone: string) {
  const nothing = { expected: null, low: null, high: null }
  const [from, to] = [filter.from.getTime() / HOUR_MS, filter.to.getTime() / HOUR_MS]
  if (to - from > EXPECTED_HOURS_MAX) return nothing
  const first = Math.floor(from) - REACH_HOURS
  const { counts } = await readCounts(db, projectId, filter, { first, count: Math.ceil(to) - first, timeZone })
  const baseline = new Baseline(counts)
  let mean = 0
  let dispersion = 0
  for (let hour = Math.floor(from); hour < to; hour++) {
    const expected = baseline.at(hour)
    if (expected.basis === 'fixed') return nothing
    mean += expected.mean * (Math.min(hour + 1, to) - Math.max(hour, from))
    dispersion = Math.max(dispersion, expected.dispersion)
  }
  return { expected: mean, ...expectedRange(mean, dispersion) }
}

async function readStories(
  db: Db,
  projectId: string,
  tally: Tally,
): Promise<{ readonly mention: StoredMention; readonly count: number; readonly entities: readonly Entity[] }[]> {
  const stories = await topStories(tally, STORIES_MAX)
  const counts = new Map(stories.map(({ mentionId, count }) => [mentionId, count]))
  const mentions = await readMentions(db, projectId, [...counts.keys()])
  const named = await readStoryEntities(db, projectId, mentions)
  return mentions.map((mention, index) => ({
    mention,
    count: counts.get(mention.id) ?? 0,
    entities: named[index] ?? [],
  }))
}

async function readAuthors(db: Db, projectId: string, tally: Tally) {
  const counted = topAuthors(tally, AUTHORS_MAX)
  const counts = new Map(counted.map(({ mentionId, count }) => [mentionId, count]))
  const authors = await readAuthorsOf(db, projectId, [...counts.keys()])
  return authors
    .map(({ id, author, platform }) => ({ ...namesOf(author), source: platform, count: counts.get(id) ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.username < b.username ? -1 : 1))
}

// The largest stories first, then mentions of others, and where there are too few of these, copies.
async function readExamples(
  db: Db,
  projectId: string,
  now: readonly Selected[],
  stories: readonly { readonly mention: StoredMention }[],
): Promise<StoredMention[]> {
  const chosen = stories.slice(0, EXAMPLES_MAX).map(({ mention }) => mention)
  if (chosen.length === EXAMPLES_MAX) return chosen
  const ids: string[] = []
  for (const { part, hits } of now.toReversed())
    for (const ordinal of hits.slice(-EXAMPLES_READ_MAX).toReversed()) ids.push((await idsOf(part))(ordinal))
  const known = new Set(chosen.map(({ storyId }) => storyId))
  const newest = ids.sort().reverse().slice(0, EXAMPLES_READ_MAX)
  const others = (await readMentions(db, projectId, newest)).filter(({ id }) => chosen.every((one) => one.id !== id))
  const isCopy = ({ storyId }: StoredMention) => known.has(storyId)
  return [...chosen, ...others.filter((one) => !isCopy(one)), ...others.filter(isCopy)].slice(0, EXAMPLES_MAX)
}

async function idsOf(part: Selected['part']): Promise<(ordinal: number) => string> {
  const ids = await part.ids()
  return (ordinal) => idAt(ids, ordinal)
}

function toExample({ id, text, url, author, platform, publishedAt }: StoredMention): Moment['examples'][number] {
  return {
    id,
    text: shorten(text),
    url,
    ...namesOf(author),
    source: platform,
    publishedAt: publishedAt.toISOString(),
  }
}

// The user name of an outlet is its host; people know its name.
function namesOf({ username, displayName }: StoredMention['author']): { username: string; name: string } {
  return { username, name: displayName || username }
}

function shorten(text: string): string {
  return [...text].slice(0, TEXT_MAX).join('')
}

function platformsOf({ cells }: Tally): Moment['platforms'] {
  return PLATFORMS.map((source) => ({
    source,
    count: (cellsOf({ platforms: [source] }) ?? []).reduce((sum, cell) => sum + (cells[cell] ?? 0), 0),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

function sentimentOf({ cells }: Tally): SentimentCounts {
  const sums = [0, 0, 0]
  for (const [cell, count] of cells.entries()) sums[cell % 3] = (sums[cell % 3] ?? 0) + count
  const [negative = 0, neutral = 0, positive = 0] = sums
  return { negative, neutral, positive }
}
