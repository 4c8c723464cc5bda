import type { Platform } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { idAt, millisAt } from '../ids.ts'
import { isNamed } from '../search/document.ts'
import { numbersOf } from '../search/project-numbers.ts'
import type { Selected } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'

const HOUR_MS = 3_600_000

// An author of a platform that is read by feeds: for news, an outlet.
export interface Outlet {
  // A domain.
  readonly name: string
  // Mentions by hour since 1970.
  readonly hours: ReadonlyMap<number, number>
  // Since when none of its feeds can be read; null when one can, or none is known.
  readonly brokenSince: Date | null
}

// The outlets that have at least `mentionsMin` of the selected mentions.
export async function readOutlets(
  db: Db,
  projectId: string,
  selected: readonly Selected[],
  mentionsMin: number,
): Promise<Outlet[]> {
  const list = numbersOf(projectId)
  const parts = []
  for (const { part, hits } of selected) parts.push({ part, hits, ...(await part.authors(list)) })
  const sizes = new Uint32Array(list.authors.size)
  for (const { hits, numbers, codes } of parts) {
    for await (const some of inTurns(hits)) {
      for (const ordinal of some) {
        const author = numbers[codes[ordinal] as number] as number
        sizes[author] = (sizes[author] as number) + 1
      }
    }
  }
  const counted = new Map<number, { mentionId: string; hours: Map<number, number> }>()
  for (const { part, hits, numbers, codes } of parts) {
    const ids = await part.ids()
    for await (const some of inTurns(hits)) {
      for (const ordinal of some) {
        const author = numbers[codes[ordinal] as number] as number
        if ((sizes[author] as number) < mentionsMin || !isNamed(list.authors.keyAt(author))) continue
        const outlet = counted.get(author) ?? { mentionId: idAt(ids, ordinal), hours: new Map<number, number>() }
        const hour = Math.floor(millisAt(ids, ordinal) / HOUR_MS)
        outlet.hours.set(hour, (outlet.hours.get(hour) ?? 0) + 1)
        counted.set(author, outlet)
      }
    }
  }
  const outlets = [...counted.values()]
  const names = await readNames(db, projectId, outlets)
  const broken = await readBroken(db, 'news')
  return outlets.flatMap(({ mentionId, hours }) => {
    const name = names.get(mentionId)
    return name === undefined ? [] : [{ name, hours, brokenSince: broken.get(name) ?? null }]
  })
}

async function readNames(db: Db, projectId: string, outlets: readonly { readonly mentionId: string }[]) {
  const ids = outlets.map(({ mentionId }) => mentionId)
  const rows = await db<{ id: string; name: string }>`
    select id, coalesce(nullif(author_id, ''), author_username) as name from mention
     where project_id = ${projectId} and id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// By domain, the time since which none of its feeds can be read.
async function readBroken(db: Db, source: Platform): Promise<Map<string, Date>> {
  const feeds = await db<{ address: string; since: Date; broken: boolean }>`
    select address, state_since as since, state in ('broken', 'blocked', 'gone') as broken from feed
     where source = ${source} and enabled order by state_since`
  const domains = new Map<string, Date | null>()
  for (const { address, since, broken } of feeds) {
    for (const domain of domainsOf(address)) domains.set(domain, broken && domains.get(domain) !== null ? since : null)
  }
  return new Map([...domains].flatMap(([domain, since]) => (since === null ? [] : [[domain, since] as const])))
}

// The host of an address and everything that it may be a part of: rss.example.com, example.com.
function domainsOf(address: string): string[] {
  const labels = URL.parse(address)?.hostname.split('.') ?? []
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
