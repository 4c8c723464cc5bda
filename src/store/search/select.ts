import { setImmediate } from 'node:timers/promises'
import { cellsOf } from '../../domain/cell.ts'
import type { MentionFilter, TermPatterns, TextQuery } from '../../domain/filter.ts'
import { hashWord } from '../../text/hash.ts'
import { passes } from '../../text/patterns.ts'
import type { Db } from '../db.ts'
import { idAt, isUuid } from '../ids.ts'
import { readAliases, type StoryAliases } from './aliases.ts'
import { storyKey } from './columns.ts'
import { authorWord, entityWord, PASSING_WORD, readSequences } from './document.ts'
import { readTailColumns } from './known-tail.ts'
import { intersect, NONE, type Ordinals, rangeOf, subtract, unite, within } from './ordinals.ts'
import { type Part, segmentPart, tailPart } from './part.ts'
import {
  boundOf,
  type Derived,
  listSegments,
  loadPostings,
  REMOVED,
  type Span,
  spanOf,
  type TimeRange,
} from './segments.ts'
import { loadTagged, readTagsOf } from './tagged.ts'
import { readTail, type TailMention } from './tail.ts'
import { tailColumns } from './tail-columns.ts'

// The mentions of one part that pass a filter.
export interface Selected {
  readonly part: Part
  readonly hits: Ordinals
  // Names the cells, where nothing else decides but the range.
  readonly choice: string | null
  // Then names the hits in their part, and equals `choice` where all of the part is in the range: what is counted of them can be kept
  // (`Part.derive`).
  readonly hitsName: string | null
  // The hits of all of the part, where only cells decide and most of them are in the range: `hits` is a view of these.
  readonly all: Ordinals | null
}

// The hits of a part that its range leaves out: those before it, and those after it.
export function outside({ hits, all }: Selected): Ordinals[] {
  if (all === null || all.length === hits.length) return []
  const first = (hits.byteOffset - all.byteOffset) / hits.BYTES_PER_ELEMENT
  return [all.subarray(0, first), all.subarray(first + hits.length)]
}

// Exactly the mentions of a project that pass a filter, oldest part first; parts may overlap in time. Several statements are needed,
// so `db` must be a transaction with one snapshot while mentions are being added.
export async function selectParts(db: Db, projectId: string, filter: MentionFilter): Promise<Selected[]> {
  const [selected] = await selectEach(db, projectId, filter, [filter])
  return selected as Selected[]
}

// The same for each of several filters, in their order. `range` holds those of all filters and is read once: one filter after the other
// would read the whole tail each time.
export async function selectEach(
  db: Db,
  projectId: string,
  range: TimeRange,
  filters: readonly MentionFilter[],
): Promise<Selected[][]> {
  const selected = filters.map((): Selected[] => [])
  for await (const { index, found } of findEach(db, projectId, range, filters)) selected[index]?.push(found)
  return selected
}

// How many mentions of a range pass each of several filters, in the same order.
export async function countEach(
  db: Db,
  projectId: string,
  range: TimeRange,
  filters: readonly Omit<MentionFilter, 'from' | 'to'>[],
): Promise<number[]> {
  const inRange = filters.map((filter) => ({ ...filter, ...range }))
  const counts = filters.map(() => 0)
  for await (const { index, found } of findEach(db, projectId, range, inRange))
    counts[index] = (counts[index] as number) + found.hits.length
  return counts
}

// What each part has of each filter, by the filter's position.
async function* findEach(
  db: Db,
  projectId: string,
  range: TimeRange,
  filters: readonly MentionFilter[],
): AsyncGenerator<{ readonly index: number; readonly found: Selected }> {
  const aliases = filters.some(({ story }) => story !== undefined) ? await readAliases(db, projectId) : new Map()
  const queries = filters.map((filter) => compile(filter, aliases))
  const words = [...new Set(queries.flatMap((query) => query.words))]
  const tags = [...new Set(queries.flatMap((query) => query.tags))]
  for await (const open of openParts(db, projectId, range, { words, tags })) {
    for (const [index, query] of queries.entries()) {
      if (isOutside(open.part, query.filter)) continue
      const found = await selectFrom(db, projectId, query, open)
      if (found.hits.length > 0) yield { index, found }
    }
  }
}

async function selectFrom(db: Db, projectId: string, query: Query, open: OpenPart): Promise<Selected> {
  const { part } = open
  if (!isPlain(query)) {
    const hits = await narrow(db, projectId, query, part, evaluate(query, open))
    return { part, hits, choice: null, hitsName: null, all: null }
  }
  const { choice, cells, filter } = query
  const { start, end } = await spanIn(part, filter)
  const isWhole = end - start === part.size
  const hitsName = isWhole ? choice : `${choice} ${start}-${end}`
  const find = (name: string, span: Span) => part.derive(`hits ${name}`, () => inCells(part, cells, span))
  if ((end - start) * 2 <= part.size) {
    const hits = start === end ? NONE : find(hitsName, { start, end })
    return { part, hits, choice, hitsName, all: null }
  }
  const all = find(choice, { start: 0, end: part.size })
  return { part, hits: isWhole ? all : within(all, start, end), choice, hitsName, all }
}

interface OpenPart {
  readonly part: Part
  // The mentions that contain one of the given words.
  ordinalsOf(word: number): Ordinals
  // Those that have one of the given tags.
  taggedAs(tag: string): Ordinals
}

// The parts with mentions in a range, oldest first.
async function* openParts(
  db: Db,
  projectId: string,
  range: TimeRange,
  { words, tags }: Pick<Query, 'words' | 'tags'>,
): AsyncGenerator<OpenPart> {
  const segments = await listSegments(db, projectId, range)
  const postings = await loadPostings(db, projectId, segments, words)
  const tagged = await loadTagged(db, projectId, segments, tags)
  for (const segment of segments) {
    yield {
      part: segmentPart(db, projectId, segment),
      ordinalsOf: (word) => postings(segment.segment, word),
      taggedAs: (tag) => tagged(segment.segment, tag),
    }
    await setImmediate()
  }
  yield* words.length + tags.length === 0 ? openTail(db, projectId, range) : searchTail(db, projectId, range, tags)
}

async function* openTail(db: Db, projectId: string, range: TimeRange): AsyncGenerator<OpenPart> {
  for await (const columns of readTailColumns(db, projectId, range)) {
    yield { part: tailPart(db, projectId, columns), ordinalsOf: () => NONE, taggedAs: () => NONE }
    await setImmediate()
  }
}

// Also reads what words and tags the mentions have.
async function* searchTail(
  db: Db,
  projectId: string,
  range: TimeRange,
  tags: readonly string[],
): AsyncGenerator<OpenPart> {
  for await (const mentions of readTail(db, projectId, range)) {
    if (mentions.length === 0) continue
    const ids = mentions.map(({ document }) => document.id)
    const tagsOf = await readTagsOf(db, projectId, ids, tags)
    yield {
      part: tailPart(db, projectId, tailColumns(mentions, null)),
      ordinalsOf: (word) => ordinalsWhere(mentions, ({ document }) => document.words.includes(word)),
      taggedAs: (tag) => ordinalsWhere(mentions, ({ document }) => tagsOf.get(tag)?.has(document.id) === true),
    }
    await setImmediate()
  }
}

export function countSelected(selected: readonly Selected[]): number {
  return selected.reduce((total, { hits }) => total + hits.length, 0)
}

interface Query {
  readonly filter: MentionFilter
  // Per term, its patterns as hashes of words.
  readonly all: readonly (readonly (readonly number[])[])[]
  readonly none: readonly (readonly (readonly number[])[])[]
  readonly words: readonly number[]
  readonly tags: readonly string[]
  // 1 for each selected cell, and their name.
  readonly cells: Uint8Array
  readonly choice: string
  // The keys of the selected story and of those merged into it; null selects all.
  readonly stories: ReadonlySet<number> | null
}

function compile(filter: MentionFilter, aliases: StoryAliases): Query {
  const { text, author, story, passing, entity, tag } = filter
  const hashed = (terms: readonly TermPatterns[]) => terms.map((term) => term.map((pattern) => pattern.map(hashWord)))
  const marked = [[[PASSING_WORD]]]
  const all = [
    ...hashed(text?.all ?? []),
    ...(author === undefined ? [] : [[[authorWord(author)]]]),
    ...(passing === true ? marked : []),
    ...(entity === undefined ? [] : [[[entityWord(entity)]]]),
  ]
  const none = [...hashed(text?.none ?? []), ...(passing === false ? marked : [])]
  const chosen = cellsOf(filter)
  return {
    filter,
    all,
    none,
    words: [...new Set([...all, ...none].flat(2))],
    tags: tag === undefined ? [] : [tag],
    cells: Uint8Array.from({ length: 256 }, (_, cell) =>
      Number(cell !== REMOVED && (chosen === null || chosen.includes(cell))),
    ),
    choice: chosen === null ? '' : chosen.toSorted((a, b) => a - b).join(),
    stories: story === undefined ? null : storyKeys(story, aliases),
  }
}

function storyKeys(story: string, aliases: StoryAliases): ReadonlySet<number> {
  if (!isUuid(story)) return new Set()
  const id = story.toLowerCase()
  const remaining = aliases.get(id) ?? id
  const merged = [...aliases].filter(([, into]) => into === remaining).map(([from]) => from)
  return new Set([remaining, ...merged].map(storyKey))
}

interface Found {
  // Null for all ordinals.
  readonly hits: Ordinals | null
  // Hits whose words occur, but perhaps not in the order of a phrase: their texts decide.
  readonly unsure: Ordinals
}

function evaluate({ all, none, tags }: Query, { part: { size }, ordinalsOf, taggedAs }: OpenPart): Found {
  const split = (term: readonly (readonly number[])[]) => {
    let sure = NONE
    let maybe = NONE
    for (const pattern of term) {
      const ordinals = [...pattern].map(ordinalsOf).sort((a, b) => a.length - b.length)
      const both = ordinals.reduce(intersect)
      if (pattern.length === 1) sure = unite(sure, both)
      else maybe = unite(maybe, both)
    }
    return { sure, maybe }
  }
  let hits = tags.map(taggedAs).reduce<Ordinals | null>((before, own) => intersect(before ?? own, own), null)
  let unsure = NONE
  for (const { sure, maybe } of all.map(split)) {
    const either = unite(sure, maybe)
    hits = hits === null ? either : intersect(hits, either)
    unsure = unite(unsure, subtract(maybe, sure))
  }
  for (const { sure, maybe } of none.map(split)) {
    if (sure.length > 0) hits = subtract(hits ?? rangeOf(0, size), sure)
    unsure = unite(unsure, maybe)
  }
  return { hits, unsure }
}

function ordinalsWhere(mentions: readonly TailMention[], passes: (mention: TailMention) => boolean): Ordinals {
  const ordinals: number[] = []
  for (const [ordinal, mention] of mentions.entries()) if (passes(mention)) ordinals.push(ordinal)
  return Uint32Array.from(ordinals)
}

// Applies the conditions that are columns, the range, and last the texts, which cost the most.
async function narrow(db: Db, projectId: string, query: Query, part: Part, found: Found): Promise<Ordinals> {
  const { filter, cells, stories } = query
  if (found.hits?.length === 0) return NONE
  const { start, end } = await spanIn(part, filter)
  const languages = filter.language === undefined ? null : await part.languages()
  const language = languages?.names.indexOf(filter.language ?? '') ?? -1
  if (languages !== null && language < 0) return NONE
  const storyOf = stories === null ? null : await part.stories()
  const candidates = found.hits === null ? null : within(found.hits, start, end)
  const total = candidates?.length ?? end - start
  const kept = new Uint32Array(total)
  let length = 0
  for (let at = 0; at < total; at++) {
    const ordinal = candidates === null ? start + at : (candidates[at] as number)
    if (cells[part.cells[ordinal] as number] === 0) continue
    if (languages !== null && languages.codes[ordinal] !== language) continue
    if (storyOf !== null && stories?.has(storyOf.keyOf(ordinal)) === false) continue
    kept[length++] = ordinal
  }
  const hits = kept.subarray(0, length)
  const unsure = intersect(hits, found.unsure)
  if (unsure.length === 0 || filter.text === undefined) return hits
  return subtract(hits, await refuted(db, projectId, filter.text, part, unsure))
}

// Whether only the range and the cells of mentions decide.
function isPlain({ filter, words, tags, stories }: Query): boolean {
  return words.length === 0 && tags.length === 0 && stories === null && filter.language === undefined
}

function inCells(part: Part, cells: Uint8Array, { start, end }: Span): Derived<Ordinals> {
  const kept = new Uint32Array(end - start)
  let length = 0
  for (let ordinal = start; ordinal < end; ordinal++) {
    kept[length] = ordinal
    length += cells[part.cells[ordinal] as number] as number
  }
  if (length === kept.length) return { value: rangeOf(start, end), bytes: 200 }
  return { value: kept.slice(0, length), bytes: 200 + length * 4 }
}

function isOutside({ oldest, newest }: Part, { from, to }: MentionFilter): boolean {
  return (from !== undefined && newest < boundOf(from)) || (to !== undefined && oldest >= boundOf(to))
}

// The ordinals of a part in a range.
async function spanIn(part: Part, { from, to }: MentionFilter): Promise<Span> {
  const isInside =
    (from === undefined || part.oldest >= boundOf(from)) && (to === undefined || part.newest < boundOf(to))
  return isInside ? { start: 0, end: part.size } : spanOf(await part.ids(), { from, to })
}

const TEXTS_READ_MAX = 1_000

// The ordinals whose texts do not pass.
async function refuted(db: Db, projectId: string, query: TextQuery, part: Part, unsure: Ordinals): Promise<Ordinals> {
  const ids = await part.ids()
  const failed: number[] = []
  for (let from = 0; from < unsure.length; from += TEXTS_READ_MAX) {
    const batch = [...unsure.subarray(from, from + TEXTS_READ_MAX)]
    const texts = await readSequences(
      db,
      projectId,
      batch.map((ordinal) => idAt(ids, ordinal)),
    )
    for (const ordinal of batch) if (!passes(query, texts.get(idAt(ids, ordinal)) ?? [])) failed.push(ordinal)
  }
  return Uint32Array.from(failed)
}
