import { setImmediate } from 'node:timers/promises'
import { findId, idAt, idBytes, millisOf } from '../ids.ts'
import { type Stories, storyKey } from '../search/columns.ts'
import { isNamed } from '../search/document.ts'
import { outside } from '../search/select.ts'
import { BestCounts } from './number-counts.ts'
import { countHitsBefore, type NumberedPart } from './numbered-part.ts'
import type { Tally } from './tally.ts'

export interface CountedAuthor {
  // The newest of the author's selected mentions.
  readonly mentionId: string
  readonly count: number
}

// The authors with the most mentions, at most 255.
export function topAuthors({ authors, numbers, parts }: Tally, limit: number): CountedAuthor[] {
  const top = authors.top(limit, 1, (number) => numbers.authors.keyAt(number), isNamed)
  if (top.length === 0) return []
  // By number, the position in the list plus one.
  const places = new Uint8Array(numbers.authors.size)
  for (const [place, { number }] of top.entries()) places[number] = place + 1
  const newest = new Array<string>(top.length).fill('')
  for (const part of parts.toSorted(byNewest)) {
    const { hits, ids, authors } = part
    let start = startOf(part, newest)
    const found = new Set<number>()
    // Hits ascend by time, so the last one of an author is the newest.
    for (let at = hits.length - 1; at >= start; at--) {
      const ordinal = hits[at] as number
      const place = (places[authors.numbers[authors.codes[ordinal] as number] as number] as number) - 1
      if (place < 0 || found.has(place)) continue
      found.add(place)
      const id = idAt(ids, ordinal)
      if (id < (newest[place] as string)) continue
      newest[place] = id
      start = startOf(part, newest)
    }
  }
  return top.map(({ count }, place) => ({ mentionId: newest[place] as string, count }))
}

// The first hit of a part that may be newer than one of these mentions; an empty id is one that is not known yet.
function startOf({ ids, hits }: NumberedPart, newest: readonly string[]): number {
  const least = newest.reduce((a, b) => (a < b ? a : b))
  return least === '' ? 0 : countHitsBefore({ ids, hits }, millisOf(least))
}

function byNewest(a: NumberedPart, b: NumberedPart): number {
  return a.part.newest < b.part.newest ? 1 : -1
}

export interface CountedStory {
  readonly key: number
  // The earliest of the story's selected mentions.
  readonly mentionId: string
  readonly count: number
  readonly authors: number
}

// The stories with the most mentions, of those with more than one.
export async function topStories(tally: Tally, limit: number): Promise<CountedStory[]> {
  const { stories, numbers } = tally
  const top = stories.top(
    limit,
    2,
    (number) => numbers.stories.keyAt(number),
    () => true,
  )
  return describeStories(
    tally,
    top.map(({ key }) => key),
  )
}

// The keys of the stories with the most mentions, of all.
export async function topStoryKeys({ stories, numbers, parts, roots }: Tally, limit: number): Promise<number[]> {
  const keyOf = (number: number) => numbers.stories.keyAt(number)
  const top = stories.top(limit, 1, keyOf, () => true)
  if (top.length === limit && top.every(({ count }) => count > 1)) return top.map(({ key }) => key)
  const best = new BestCounts(limit)
  for (const counted of top) best.add(counted)
  for (const part of parts) {
    const { keyOf } = await part.part.stories()
    for (const ordinal of part.hits) {
      if (numberAt(part, roots, ordinal) >= 0) continue
      const key = keyOf(ordinal)
      if (best.admits(1, key)) best.add({ key, number: -1, count: 1 })
    }
    await setImmediate()
  }
  return best.list().map(({ key }) => key)
}

// How many of the mentions belong to a story.
export function sizeOfStory({ stories, numbers, parts, roots }: Tally, id: string): number {
  const number = numbers.stories.numberOf(storyKey(id))
  const counted = number < 0 || number >= roots.length ? 0 : stories.countOf(roots[number] as number)
  if (counted > 0) return counted
  const bytes = idBytes(id)
  const isSelected = (part: NumberedPart) => {
    const ordinal = findId(part.ids, bytes, 0)
    return ordinal >= 0 && numberAt(part, roots, ordinal) < 0 && includes(part.hits, ordinal)
  }
  return parts.some(isSelected) ? 1 : 0
}

// What the mentions of stories are, in the order of their keys.
export async function describeStories(tally: Tally, keys: readonly number[]): Promise<CountedStory[]> {
  if (keys.length === 0) return []
  const { parts, roots, numbers } = tally
  const places = positionsOf(tally, keys)
  // Not when numbers were given out, or stories merged, since this reading began.
  const isCurrent = numbers.roots.numbers === roots && numbers.stories.size === roots.length
  const { version } = numbers.roots
  const found = keys.map(noStory)
  for (const part of parts) {
    const stories = places.byKey.size > 0 ? await part.part.stories() : null
    // What is found in all of a part holds for a range that leaves nothing of these stories out.
    const leaves = outside(part).some((hits) => hasStory({ ...part, hits }, places, stories))
    const [hits, hitsName] = part.all === null || leaves ? [part.hits, part.hitsName] : [part.all, part.choice]
    const find = () => findStories({ ...part, hits }, places, keys.length, stories)
    const names = [hitsName, numbers.id, version, part.storyNumbers.numbered, ...keys]
    const own =
      hitsName !== null && isCurrent && stories === null
        ? part.part.derive(`stories ${names.join(' ')}`, () => sized(find()))
        : find()
    for (const [at, story] of own.entries()) addStory(found[at] as FoundStory, story)
    await setImmediate()
  }
  return found.map(({ earliest, count, authors }, at) => {
    return { key: keys[at] as number, mentionId: earliest, count, authors: authors.size }
  })
}

interface FoundStory {
  earliest: string
  count: number
  readonly authors: Set<number>
}

function noStory(): FoundStory {
  return { earliest: '', count: 0, authors: new Set() }
}

function addStory(story: FoundStory, { earliest, count, authors }: FoundStory): void {
  if (count === 0) return
  if (story.count === 0 || earliest < story.earliest) story.earliest = earliest
  story.count += count
  for (const author of authors) story.authors.add(author)
}

function sized(value: FoundStory[]) {
  return { value, bytes: value.reduce((bytes, { authors }) => bytes + 300 + authors.size * 50, 200) }
}

// What a part has of `total` stories. `stories` is null when all of them have numbers.
function findStories(part: NumberedPart, places: Places, total: number, stories: Stories | null): FoundStory[] {
  const { ids, hits, authors } = part
  const found = Array.from({ length: total }, noStory)
  for (let hit = 0; hit < hits.length; hit++) {
    const ordinal = hits[hit] as number
    const at = placeAt(part, places, stories, ordinal)
    if (at === 0) continue
    const story = found[at - 1] as FoundStory
    // Hits ascend by time.
    if (story.count === 0) story.earliest = idAt(ids, ordinal)
    story.count++
    story.authors.add(authors.numbers[authors.codes[ordinal] as number] as number)
  }
  return found
}

function hasStory(part: NumberedPart, places: Places, stories: Stories | null): boolean {
  return part.hits.some((ordinal) => placeAt(part, places, stories, ordinal) > 0)
}

// Where the story of a mention is in the list, plus one; 0 when it is not.
function placeAt(
  { storyNumbers: { numbers } }: NumberedPart,
  { roots, byRoot, byKey }: Places,
  stories: Stories | null,
  ordinal: number,
): number {
  const number = numbers[ordinal] as number
  if (number > 0 && number <= roots.length) return byRoot[roots[number - 1] as number] as number
  return stories === null ? 0 : (byKey.get(stories.keyOf(ordinal)) ?? 0)
}

// Where stories are in a list, plus one: by the number of the story that remains, and by the keys of those without a number.
interface Places {
  readonly roots: Uint32Array
  readonly byRoot: Uint32Array
  readonly byKey: ReadonlyMap<number, number>
}

function positionsOf({ numbers: { stories }, roots }: Tally, keys: readonly number[]): Places {
  const byRoot = new Uint32Array(roots.length)
  const byKey = new Map<number, number>()
  for (const [at, key] of keys.entries()) {
    const number = stories.numberOf(key)
    if (number < 0 || number >= roots.length) byKey.set(key, at + 1)
    else byRoot[roots[number] as number] = at + 1
  }
  return { roots, byRoot, byKey }
}

// The number of the story that a mention belongs to; -1 when it has none.
function numberAt({ storyNumbers }: NumberedPart, roots: Uint32Array, ordinal: number): number {
  const number = storyNumbers.numbers[ordinal] as number
  return number === 0 || number > roots.length ? -1 : (roots[number - 1] as number)
}

function includes(hits: Uint32Array, ordinal: number): boolean {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hits[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return hits[low] === ordinal
}
