import type { BriefFact } from '../../src/domain/brief.ts'
import { PLATFORMS } from '../../src/domain/platform.ts'
import type { Pool } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'

export interface WireFact {
  readonly kind: BriefFact['kind']
  readonly filter: BriefFact['filter']
  readonly collected_until: string
  readonly value: number
  readonly url: string | null
  readonly query: string | null
}

// Recounts a number of a brief from the rows of mentions. On purpose it shares no code with what writes briefs: no index, no counts
// kept beside the mentions, no filters. Null for kinds that do not count mentions.
export async function recount(pool: Pool, { kind, filter, collected_until, value }: WireFact): Promise<number | null> {
  const periods = filter.periods ?? [{ from: filter.from ?? '-infinity', to: filter.to ?? 'infinity' }]
  const count = async (only: Partial<WireFact['filter']>) => {
    let total = 0
    for (const period of periods) total += await countRows(pool, { ...filter, ...only, ...period }, collected_until)
    return total
  }
  const decimals = (String(value).split('.')[1] ?? '').length
  if (kind === 'mentions') return count({})
  if (kind === 'mean') return Math.round((await count({})) / periods.length)
  if (kind === 'weeks') return periods.length
  if (kind === 'percent') {
    const { sentiment: _, platform: __, ...all } = filter
    let total = 0
    for (const period of periods) total += await countRows(pool, { ...all, ...period }, collected_until)
    return Number(((100 * (await count({}))) / total).toFixed(decimals))
  }
  return null
}

async function countRows(pool: Pool, filter: WireFact['filter'], until: string): Promise<number> {
  const { projectId, from, to, sentiment, platform, story, author, q } = filter
  const word = q?.replaceAll('"', '').replace(/^#/, '')
  const [row] = await pool`
    select count(*)::int as n from mention m left join story s on s.project_id = m.project_id and s.id = m.story_id
     where m.project_id = ${projectId} and m.collected_at <= ${until}
       and m.published_at >= ${from}::timestamptz and m.published_at < ${to}::timestamptz
       ${sentiment === undefined ? sql`` : sql`and m.cell % 3 - 1 = ${sentiment}`}
       ${platform === undefined ? sql`` : sql`and m.platform = ${PLATFORMS.indexOf(platform)}`}
       ${story === undefined ? sql`` : sql`and coalesce(s.merged_into, m.story_id) = ${story}::uuid`}
       ${author === undefined ? sql`` : sql`and lower(m.author_username) = lower(${author})`}
       ${word === undefined ? sql`` : sql`and m.text ~* ${`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`}`}`
  return row?.n ?? 0
}

// The numbers that a person reads, without those in quotation marks, dates and times.
export function numbersIn(content: { title: string; blocks: readonly Record<string, unknown>[] }): number[] {
  const lines = [content.title]
  for (const block of content.blocks) {
    if (block.kind === 'text') lines.push(String(block.text))
    if (block.kind !== 'list') continue
    lines.push(String(block.title))
    for (const item of block.items as { text: string }[]) lines.push(item.text)
  }
  const month = '(?:Jan|Feb|Mar|Apr|Mei|May|Jun|Jul|Agu|Agt|Aug|Sep|Sept|Okt|Oct|Nov|Des|Dec)'
  const date = new RegExp(`\\d{1,2} ${month} \\d{4}(?:,| pukul)? \\d{2}[.:]\\d{2}`, 'g')
  const constant = /(?:dengan keyakinan|with) 95 %/g
  return lines
    .map((line) =>
      line
        .replace(/“[^”]*”/g, ' ')
        .replace(date, ' ')
        .replace(constant, ' '),
    )
    .flatMap((line) => Array.from(line.matchAll(/\d+(?:[.,]\d+)*/g), ([text]) => Number(text.replace(/[.,]/g, ''))))
}
