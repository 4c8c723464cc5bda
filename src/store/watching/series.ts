import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { millisAt } from '../ids.ts'
import { MENTIONS } from '../mentions/counts.ts'
import { keyResolver, type StoryAliases } from '../search/aliases.ts'
import { KeyCounter } from '../search/key-counter.ts'
import { capacityFor } from '../search/key-numbers.ts'
import { numbersOf } from '../search/project-numbers.ts'
import { countSelected, type Selected } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'

export interface CountedMinute {
  // Since 1970.
  readonly minute: number
  readonly cell: number
  readonly count: number
}

// Mentions of some hours by minute and cell. Crowded hours are counted by minute already; of the others the ids are read.
export async function countMinutes(db: Db, projectId: string, hours: readonly number[]): Promise<CountedMinute[]> {
  if (hours.length === 0) return []
  const starts = hours.map((hour) => hour * 3_600)
  const split = await db<{ start: number }>`
    select start from mention_count where project_id = ${projectId} and list = ${MENTIONS} and span = 3600 and split
       and start = any(${plainArray(starts)}::bigint[])`
  const crowded = split.map(({ start }) => start)
  const isCrowded = new Set(crowded)
  const others = starts.filter((start) => !isCrowded.has(start))
  const stored = await db<CountedMinute>`
    select m.start / 60 as minute, c.cell - 1 as cell, c.count
      from unnest(${plainArray(crowded)}::bigint[]) as h(start)
      join mention_count m on m.project_id = ${projectId} and m.list = ${MENTIONS} and m.span = 60
       and m.start >= h.start and m.start < h.start + 3600
     cross join unnest(m.counts) with ordinality as c(count, cell) where c.count > 0`
  const read = await db<CountedMinute>`
    select minute, cell, count(*)::int as count from (
      select ('x0000' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(64)::bigint / 60000 as minute, cell
        from unnest(${plainArray(others)}::bigint[]) as h(start)
       cross join lateral (
         select id, cell from mention where project_id = ${projectId}
            and id >= first_id(h.start * 1000) and id < first_id((h.start + 3600) * 1000) offset 0) own) minutes
     group by 1, 2`
  return [...stored, ...read]
}

// A story's mentions among the selected ones, oldest first.
export interface StoryMentions {
  readonly id: string
  readonly mentions: readonly { readonly at: number; readonly author: number }[]
}

// All stories with at least `sizeMin` of the selected mentions.
export async function readStoryMentions(
  projectId: string,
  selected: readonly Selected[],
  aliases: StoryAliases,
  sizeMin: number,
): Promise<StoryMentions[]> {
  const numbers = numbersOf(projectId)
  const resolve = keyResolver(aliases)
  const sizes = new KeyCounter(capacityFor(countSelected(selected)))
  for (const { part, hits } of selected) {
    const { keyOf } = await part.stories()
    for await (const some of inTurns(hits)) for (const ordinal of some) sizes.add(resolve(keyOf(ordinal)))
  }
  const large = new Map<number, { id: string; mentions: { at: number; author: number }[] }>()
  for (const { part, hits } of selected) {
    const stories = await part.stories()
    const authors = await part.authors(numbers)
    const ids = await part.ids()
    for await (const some of inTurns(hits)) {
      for (const ordinal of some) {
        const key = resolve(stories.keyOf(ordinal))
        if ((sizes.get(key) ?? 0) < sizeMin) continue
        const storyId = stories.idOf(ordinal)
        const story = large.get(key) ?? { id: aliases.get(storyId) ?? storyId, mentions: [] }
        const author = authors.numbers[authors.codes[ordinal] as number] as number
        story.mentions.push({ at: millisAt(ids, ordinal), author })
        large.set(key, story)
      }
    }
  }
  for (const { mentions } of large.values()) mentions.sort((a, b) => a.at - b.at)
  return [...large.values()]
}

export interface QuotaChange {
  // Since 1970.
  readonly hour: number
  readonly charged: number
  readonly change: number
}

// What the quota of an account lost and gained by hour, oldest first.
export async function readQuotaHours(db: Db, accountId: string, since: Date): Promise<QuotaChange[]> {
  return db<QuotaChange>`
    select floor(extract(epoch from at) / 3600)::int as hour, sum(amount)::bigint as change,
           coalesce(-sum(amount) filter (where project_id is not null), 0)::bigint as charged
      from quota_entry where account_id = ${accountId} and at >= ${since} group by 1 order by 1`
}

// The hour in which an account first got a quota.
export async function firstQuotaHour(db: Db, accountId: string): Promise<number> {
  const [row] = await db<{ hour: number | null }>`
    select floor(extract(epoch from min(at)) / 3600)::int as hour from quota_entry where account_id = ${accountId}`
  return row?.hour ?? 0
}
