import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { firstIdAt, ID_BYTES, idAt, millisAt } from '../ids.ts'
import { identifiers, NOTHING, sql } from '../sql.ts'
import { openCache } from './cache.ts'
import { type Languages, readAuthors, readIds, readLanguages, readStories, type Stories } from './columns.ts'
import { readTermTokens } from './document.ts'
import { readEntities } from './entity-column.ts'
import { decodeTerms, type MentionTerms, termsOfTokens } from './mention-terms.ts'
import type { Ordinals } from './ordinals.ts'
import { findPosting } from './postings.ts'
import {
  type NumberedAuthors,
  type NumberedEntities,
  numberAuthors,
  numberEntities,
  numberStories,
  type ProjectNumbers,
  type StoryNumbers,
} from './project-numbers.ts'
import { readTerms, type StoredTerms } from './term-column.ts'
import {
  bytesOf,
  joinTerms,
  missingFrom,
  NO_TERMS,
  type NumberedTerms,
  numberTerms,
  type TermNumbers,
} from './term-numbers.ts'

// The cell of a mention that was removed.
export const REMOVED = 255

export interface Segment {
  readonly segment: string
  readonly size: number
  readonly oldest: string
  readonly newest: string
  // Names the state of the cells.
  readonly version: string
  readonly cells: Uint8Array
}

// Columns and postings of segments never change, so this process keeps those it has read.
const CACHE_BYTES_MAX = 96 * 2 ** 20
const cache = openCache<unknown>(CACHE_BYTES_MAX)
// Terms are larger than everything else together and are only read for lists: they must not take the place of what figures need.
const TERMS_BYTES_MAX = 32 * 2 ** 20
const termCache = openCache<unknown>(TERMS_BYTES_MAX)
const numberedCache = openCache<NumberedTerms>(TERMS_BYTES_MAX)

export interface TimeRange {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

// The first id of an instant: the bound of a range of ids.
export function boundOf(instant: Date): string {
  return firstIdAt(Math.max(instant.getTime(), 0) * 4096)
}

// The segments that have mentions in a range, oldest first.
export async function listSegments(db: Db, projectId: string, { from, to }: TimeRange = {}): Promise<Segment[]> {
  const rows = await db<Omit<Segment, 'cells'>>`
    select segment, mentions as size, oldest, newest, version from search_segment
     where project_id = ${projectId} ${from === undefined ? NOTHING : sql`and newest >= ${boundOf(from)}::uuid`}
       ${to === undefined ? NOTHING : sql`and oldest < ${boundOf(to)}::uuid`} order by oldest, segment`
  const stale = rows.filter((row) => cache.get(cellsKey(row)) === undefined).map(({ segment }) => segment)
  const read = new Map<string, Uint8Array>()
  if (stale.length > 0) {
    // In a snapshot this is the same version; outside one it may be newer, so it is kept under its own.
    const fresh = await db<{ segment: string; version: string; cells: Buffer }>`
      select segment, version, cells from search_segment
       where project_id = ${projectId} and segment = any(${stale}::uuid[])`
    for (const { segment, version, cells } of fresh) {
      read.set(segment, cells)
      cache.set(cellsKey({ segment, version }), cells, cells.length)
    }
  }
  return rows.map((row) => ({
    ...row,
    cells:
      read.get(row.segment) ??
      (cache.get(cellsKey(row)) as Uint8Array | undefined) ??
      new Uint8Array(row.size).fill(REMOVED),
  }))
}

function cellsKey({ segment, version }: Pick<Segment, 'segment' | 'version'>): string {
  return `${segment} cells ${version}`
}

// Each reading selects only the columns it needs.
interface ColumnRow {
  readonly ids: Buffer
  readonly authors: Buffer
  readonly stories: Buffer
  readonly languages: Buffer
  readonly language_names: readonly string[]
  readonly terms: Buffer
  readonly term_words: Buffer
  readonly entities: Buffer | null
}

// Readings that need the same column at the same time read and decode it once: of a million mentions it is tens of megabytes.
const loading = new Map<string, Promise<unknown>>()

async function loadColumn<T>(
  db: Db,
  projectId: string,
  { segment }: Segment,
  columns: readonly (keyof ColumnRow)[],
  read: (row: ColumnRow) => { readonly value: T; readonly bytes: number },
  name: string = columns.join(),
): Promise<T> {
  const kept = columns[0] === 'terms' ? termCache : cache
  const key = `${segment} ${name}`
  const known = kept.get(key)
  if (known !== undefined) return known as T
  // Another reading may fail for reasons of its own, such as the end of its transaction.
  const other = await loading.get(key)?.catch(() => undefined)
  if (other !== undefined) return other as T
  const load = async () => {
    const [row] = await db<ColumnRow>`
      select ${identifiers(columns)} from search_segment where project_id = ${projectId} and segment = ${segment}`
    if (row === undefined) throw new Error(`Segment ${segment} of the search index is gone.`)
    const { value, bytes } = read(row)
    kept.set(key, value, bytes)
    return value
  }
  const loaded = load().finally(() => loading.delete(key))
  loading.set(key, loaded)
  return loaded
}

export function loadIds(db: Db, projectId: string, segment: Segment): Promise<Buffer> {
  return loadColumn(db, projectId, segment, ['ids'], ({ ids }) => ({
    value: readIds(ids, segment.size),
    bytes: segment.size * ID_BYTES,
  }))
}

// What is kept has no keys: they would take as much as everything else that is kept of the column.
export function loadNumberedAuthors(
  db: Db,
  projectId: string,
  segment: Segment,
  numbers: ProjectNumbers,
): Promise<NumberedAuthors> {
  const read = ({ authors }: ColumnRow) => {
    const value = numberAuthors(readAuthors(authors, segment.size), numbers)
    return { value, bytes: value.codes.byteLength + value.numbers.byteLength }
  }
  return loadColumn(db, projectId, segment, ['authors'], read, `numbered authors ${numbers.id}`)
}

export async function loadStories(db: Db, projectId: string, segment: Segment): Promise<Stories> {
  const ids = await loadIds(db, projectId, segment)
  return loadColumn(db, projectId, segment, ['stories'], ({ stories }) => ({
    value: readStories(stories, ids),
    bytes: segment.size + stories.length,
  }))
}

export function loadLanguages(db: Db, projectId: string, segment: Segment): Promise<Languages> {
  return loadColumn(db, projectId, segment, ['languages', 'language_names'], (row) => ({
    value: readLanguages(row.languages, row.language_names, segment.size),
    bytes: segment.size * 2 + 500,
  }))
}

function loadTerms(db: Db, projectId: string, segment: Segment): Promise<StoredTerms> {
  return loadColumn(db, projectId, segment, ['terms', 'term_words'], ({ terms, term_words: termWords }) => ({
    value: readTerms({ terms, termWords }),
    bytes: terms.length + termWords.length * 2,
  }))
}

export async function loadTermsOf(
  db: Db,
  projectId: string,
  segment: Segment,
  wanted: Ordinals,
): Promise<MentionTerms> {
  return decodeTerms(await loadTerms(db, projectId, segment), wanted)
}

// Of fewer mentions than one in so many of a segment, the texts are read: its terms are megabytes, which would take the place of what
// figures need.
const TEXTS_SHARE = 32

function idsOf(ids: Buffer, ordinals: Ordinals): string[] {
  return Array.from(ordinals, (ordinal) => idAt(ids, ordinal))
}

// Of at least the wanted mentions: those that were numbered before are kept.
export async function loadNumberedTerms(
  db: Db,
  projectId: string,
  { segment, wanted, numbers }: { readonly segment: Segment; readonly wanted: Ordinals; readonly numbers: TermNumbers },
): Promise<NumberedTerms> {
  const key = `${segment.segment} ${numbers.id}`
  const known = numberedCache.get(key) ?? NO_TERMS
  const missing = missingFrom(known, wanted)
  if (missing.length === 0) return known
  const terms =
    missing.length * TEXTS_SHARE < segment.size
      ? termsOfTokens(await readTermTokens(db, projectId, idsOf(await loadIds(db, projectId, segment), missing)))
      : await loadTermsOf(db, projectId, segment, missing)
  const joined = joinTerms(known, numberTerms(missing, terms, numbers))
  numberedCache.set(key, joined, bytesOf(joined))
  return joined
}

export async function loadStoryNumbers(
  db: Db,
  projectId: string,
  segment: Segment,
  numbers: ProjectNumbers,
): Promise<StoryNumbers> {
  const ids = await loadIds(db, projectId, segment)
  const read = ({ stories }: ColumnRow) => ({
    value: numberStories(readStories(stories, ids), numbers),
    bytes: segment.size * 4,
  })
  return loadColumn(db, projectId, segment, ['stories'], read, `story numbers ${numbers.id}`)
}

// What is kept has no names, as with authors.
export function loadNumberedEntities(
  db: Db,
  projectId: string,
  segment: Segment,
  numbers: ProjectNumbers,
): Promise<NumberedEntities> {
  const read = ({ entities }: ColumnRow) => {
    const value = numberEntities(readEntities(entities, segment.size), numbers)
    return { value, bytes: value.starts.byteLength + value.codes.byteLength + value.numbers.byteLength }
  }
  return loadColumn(db, projectId, segment, ['entities'], read, `numbered entities ${numbers.id}`)
}

// What follows from the columns of a segment and its cells.
export function keepDerived<T>(
  { segment, version }: Pick<Segment, 'segment' | 'version'>,
  name: string,
  make: () => Derived<T>,
): T {
  const key = `${segment} ${name} ${version}`
  const known = cache.get(key)
  if (known !== undefined) return known as T
  const { value, bytes } = make()
  cache.set(key, value, bytes)
  return value
}

export interface Derived<T> {
  readonly value: T
  readonly bytes: number
}

export type Postings = (segment: string, word: number) => Ordinals

// The postings of words in segments: those that this process does not have yet are read in one statement.
export async function loadPostings(
  db: Db,
  projectId: string,
  segments: readonly Segment[],
  words: readonly number[],
): Promise<Postings> {
  const key = (segment: string, word: number) => `${segment} ${word}`
  const found = new Map<string, Ordinals>()
  const missing = new Set<string>()
  const missingWords = new Set<number>()
  for (const { segment } of segments) {
    for (const word of words) {
      const known = cache.get(key(segment, word)) as Ordinals | undefined
      if (known !== undefined) found.set(key(segment, word), known)
      else {
        missing.add(segment)
        missingWords.add(word)
      }
    }
  }
  const rows = missing.size === 0 ? [] : await readChunks(db, projectId, [...missing], [...missingWords])
  for (const { word, segment, firstWord, data } of rows) {
    const ordinals = findPosting({ firstWord, data }, word)
    found.set(key(segment, word), ordinals)
    cache.set(key(segment, word), ordinals, 150 + ordinals.length * 4)
  }
  return (segment, word) => found.get(key(segment, word)) ?? new Uint32Array(0)
}

interface FoundChunk {
  readonly word: number
  readonly segment: string
  readonly firstWord: number
  readonly data: Buffer
}

function readChunks(db: Db, projectId: string, segments: readonly string[], words: readonly number[]) {
  return db<FoundChunk>`
    select w.word, s.segment, p.first_word as "firstWord", p.data
      from unnest(${plainArray(words)}::bigint[]) w(word) cross join unnest(${plainArray(segments)}::uuid[]) s(segment)
     cross join lateral (
       select first_word, data from search_posting p
        where p.project_id = ${projectId} and p.segment = s.segment and p.first_word <= w.word
        order by p.first_word desc limit 1) p`
}

export interface Span {
  readonly start: number
  // Excluded.
  readonly end: number
}

// The ordinals of the ids in a range.
export function spanOf(ids: Buffer, { from, to }: TimeRange): Span {
  const size = ids.length / ID_BYTES
  return {
    start: from === undefined ? 0 : firstAt(ids, from.getTime()),
    end: to === undefined ? size : firstAt(ids, to.getTime()),
  }
}

function firstAt(ids: Buffer, ms: number): number {
  let low = 0
  let high = ids.length / ID_BYTES
  while (low < high) {
    const middle = (low + high) >>> 1
    if (millisAt(ids, middle) < ms) low = middle + 1
    else high = middle
  }
  return low
}
