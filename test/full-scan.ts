import { cellsOf } from '../src/domain/cell.ts'
import type { MentionFilter } from '../src/domain/filter.ts'
import { patternsOf } from '../src/match/term.ts'
import type { Db } from '../src/store/db.ts'
import { millisOf } from '../src/store/ids.ts'
import { termsOf } from '../src/text/terms.ts'
import { readWords, type Words } from '../src/text/words.ts'

// The plain way to filter: every mention is read, and its text is searched from left to right. Shares no code with the index.
export interface ScannedMention {
  readonly id: string
  readonly cell: number
  readonly text: string
  readonly matched: readonly string[]
  readonly language: string
  readonly passing: boolean
  readonly entities: readonly string[]
  readonly tags: readonly string[]
  readonly authorId: string
  readonly username: string
  readonly storyId: string
  readonly rankId: string
}

export async function scanAll(db: Db, projectId: string): Promise<ScannedMention[]> {
  return db<ScannedMention>`
    select m.id, m.cell, m.text, m.matched, m.language, m.passing, m.entities, m.author_id as "authorId", m.author_username as username,
           array(select tag from mention_tag t where t.project_id = m.project_id and t.id = m.id) as tags, s.id as "storyId", s.rank_id as "rankId"
      from mention m join story own on own.project_id = m.project_id and own.id = m.story_id
      join story s on s.project_id = m.project_id and s.id = coalesce(own.merged_into, own.id)
     where m.project_id = ${projectId} order by m.id`
}

// A filter as a person writes it.
export interface PlainFilter extends Omit<MentionFilter, 'text'> {
  readonly all: readonly string[]
  readonly none: readonly string[]
}

export function scan(mentions: readonly ScannedMention[], filter: PlainFilter): ScannedMention[] {
  const cells = cellsOf(filter)
  return mentions.filter((mention) => {
    const ms = millisOf(mention.id)
    if (filter.from !== undefined && ms < filter.from.getTime()) return false
    if (filter.to !== undefined && ms >= filter.to.getTime()) return false
    if (cells !== null && !cells.includes(mention.cell)) return false
    if (filter.language !== undefined && mention.language !== filter.language) return false
    if (filter.passing !== undefined && mention.passing !== filter.passing) return false
    if (filter.entity !== undefined && !mention.entities.includes(filter.entity)) return false
    if (filter.tag !== undefined && !mention.tags.includes(filter.tag)) return false
    if (filter.story !== undefined && mention.storyId !== filter.story) return false
    const author = filter.author?.toLowerCase()
    const names = [mention.authorId, mention.username].map((name) => name.toLowerCase())
    if (author !== undefined && !names.includes(author)) return false
    return filter.all.every((term) => contains(mention, term)) && !filter.none.some((term) => contains(mention, term))
  })
}

function contains({ text, matched }: ScannedMention, term: string): boolean {
  return patternsOf(term).some((pattern) => [text, ...matched].some((part) => hasPattern(part, pattern)))
}

// All ways to read the text, as keys separated by spaces, from every position.
function hasPattern(text: string, pattern: readonly string[]): boolean {
  const { keys, readings } = wordsOf(text)
  let reached = new Map(keys.map((_, position) => [position, 0]))
  for (const [step, key] of pattern.entries()) {
    const next = new Map<number, number>()
    for (const [position, steps] of reached) {
      if (steps !== step) continue
      if (keys[position] === key) next.set(position + 1, step + 1)
      for (const reading of readings?.get(position) ?? []) if (reading.key === key) next.set(reading.next, step + 1)
    }
    reached = next
  }
  return reached.size > 0
}

const known = new Map<string, Words>()

function wordsOf(text: string): Words {
  let words = known.get(text)
  if (words === undefined) {
    words = readWords(text)
    known.set(text, words)
  }
  return words
}

export function countBy<T>(
  values: readonly T[],
  key: (value: T) => string | readonly string[],
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) {
    for (const name of [key(value)].flat() as string[]) counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

export function authorOf({ id, cell, authorId, username }: ScannedMention): string {
  return `${Math.floor(cell / 3)} ${authorId || username || id}`
}

export function termCounts(mentions: readonly ScannedMention[]): Record<string, number> {
  return countBy(mentions, ({ text }) => termsOf(text))
}
