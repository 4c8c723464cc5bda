import { cellsOf } from '../src/domain/cell.ts'
import type { MentionFilter } from '../src/domain/filter.ts'
import { PLATFORMS } from '../src/domain/platform.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import { plainArray } from '../src/store/arrays.ts'
import type { Db } from '../src/store/db.ts'
import { millisOf } from '../src/store/ids.ts'
import type { BenchProject } from './fixture.ts'

// The mentions of the benchmark in memory, to be scanned one after the other: the results that the index must agree with.
export interface Copy {
  readonly id: string
  cell: number
  readonly language: string
  readonly author: string
  // Numbers of the words, in order.
  readonly words: Uint32Array
  removed: boolean
}

// The vocabulary; the frequency of word k is proportional to 1/k, as in texts that people write.
export const WORDS_TOTAL = 50_000
// `n` makes PostgreSQL draw again for each row.
export const TEXT = `'banjir ' || (select string_agg('kt' || floor(exp(random() * ln(${WORDS_TOTAL})))::int, ' ') from generate_series(1, 60 + (n * 0)::int))`

export async function copyMentions({ pool, projectId }: BenchProject): Promise<Copy[]> {
  const copies: Copy[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await pool<{ id: string; cell: number; language: string; author: string; text: string }>`
      select id, cell, language, author_id as author, text from mention
       where project_id = ${projectId} and id > ${after}::uuid order by id limit 20000`
    for (const { text, ...row } of rows) copies.push({ ...row, words: wordsOf(text), removed: false })
    if (rows.length < 20_000) return copies
    after = rows.at(-1)?.id ?? ''
  }
}

// Those of the given ids that are stored.
export async function readCopies(db: Db, projectId: string, ids: readonly string[]): Promise<Copy[]> {
  const rows = await db<{ id: string; cell: number; language: string; author: string; text: string }>`
    select id, cell, language, author_id as author, text from mention
     where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
  return rows.map(({ text, ...row }) => ({ ...row, words: wordsOf(text), removed: false }))
}

// As `TEXT`.
export function randomText(random: () => number): string {
  const words = Array.from({ length: 60 }, () => `kt${Math.floor(Math.exp(random() * Math.log(WORDS_TOTAL)))}`)
  return `banjir ${words.join(' ')}`
}

// Within the year of the other mentions, or the month after it.
export function randomTime(random: () => number): Date {
  return new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 396 * 86_400_000))
}

function wordsOf(text: string): Uint32Array {
  return Uint32Array.from(text.split(' ').slice(1), (word) => Number(word.slice(2)))
}

export interface RandomFilter {
  readonly filter: MentionFilter
  readonly all: readonly (readonly number[])[]
  readonly none: readonly (readonly number[])[]
}

// One or two terms (words or phrases of words that follow each other somewhere), at most one exclusion, and any other condition.
export function randomFilter(random: () => number, copies: readonly Copy[]): RandomFilter {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const term = () => {
    const { words } = pick(copies)
    const at = Math.floor(random() * (words.length - 2))
    return [...words.subarray(at, at + (random() < 0.2 ? 2 : 1))]
  }
  const all = Array.from({ length: Math.floor(random() * 3) }, term)
  const none = random() < 0.3 ? [term()] : []
  const patterns = (terms: readonly (readonly number[])[]) => terms.map((words) => [words.map((word) => `kt${word}`)])
  const at = new Date(millisOf(pick(copies).id))
  const filter = {
    from: random() < 0.4 ? at : undefined,
    to: random() < 0.2 ? new Date(at.getTime() + random() * 40 * 86_400_000 + 1) : undefined,
    sentiment: random() < 0.2 ? ((Math.floor(random() * 3) - 1) as Sentiment) : undefined,
    platforms: random() < 0.2 ? [pick(PLATFORMS)] : undefined,
    language: random() < 0.2 ? pick(['id', 'jv', 'en']) : undefined,
    author: random() < 0.1 ? pick(copies).author.toUpperCase() : undefined,
    text: { q: '', all: patterns(all), none: patterns(none) },
  }
  return { filter, all, none }
}

export function scanCopies(copies: readonly Copy[], { filter, all, none }: RandomFilter): Copy[] {
  const cells = cellsOf(filter)
  const author = filter.author?.toLowerCase()
  return copies.filter((copy) => {
    if (copy.removed || (cells !== null && !cells.includes(copy.cell))) return false
    if (filter.language !== undefined && copy.language !== filter.language) return false
    if (author !== undefined && copy.author.toLowerCase() !== author) return false
    const ms = filter.from === undefined && filter.to === undefined ? 0 : millisOf(copy.id)
    if (filter.from !== undefined && ms < filter.from.getTime()) return false
    if (filter.to !== undefined && ms >= filter.to.getTime()) return false
    return all.every((term) => contains(copy.words, term)) && !none.some((term) => contains(copy.words, term))
  })
}

function contains(words: Uint32Array, term: readonly number[]): boolean {
  for (let at = words.indexOf(term[0] as number); at >= 0; at = words.indexOf(term[0] as number, at + 1)) {
    if (term.every((word, index) => words[at + index] === word)) return true
  }
  return false
}
