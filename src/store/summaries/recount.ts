import type { Fact, FactFilter } from '../../domain/fact.ts'
import { PLATFORMS } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { sql } from '../sql.ts'

// Recounts the facts of summaries from the rows of mentions. On purpose it shares no code with what writes summaries: no counts
// kept beside the mentions, no filters, no reading of numbers.
export interface SummaryDifference {
  readonly summaryId: string
  readonly fact: Fact
  readonly counted: number
  readonly reason: 'count' | 'not the largest' | 'number without a fact'
}

// The facts of a project's summaries that differ from its mentions, and numbers in their sentences that no fact explains. Summaries
// whose mentions were corrected or removed since are skipped.
export async function checkSummaries(db: Db, projectId: string): Promise<SummaryDifference[]> {
  const [project] = await db`select name, mentions_changed_at as changed from project where id = ${projectId}`
  const summaries = await db<SummaryRow>`
    select id, facts, evidence from summary
     where project_id = ${projectId} and collected_until is not null
       and (${project?.changed ?? null}::timestamptz is null or collected_until >= ${project?.changed ?? null}::timestamptz) order by id`
  const differences: SummaryDifference[] = []
  for (const summary of summaries) {
    for (const fact of summary.facts) {
      const found = await recountFact(db, projectId, fact)
      if (found !== null) differences.push({ summaryId: summary.id, fact, ...found })
    }
    differences.push(...(await findUnexplained(db, projectId, summary, project?.name ?? '')))
  }
  return differences
}

interface SummaryRow {
  readonly id: string
  readonly facts: readonly Fact[]
  readonly evidence: readonly { readonly text: string; readonly mentions: readonly string[] }[]
}

type Finding = Pick<SummaryDifference, 'counted' | 'reason'>

async function recountFact(db: Db, projectId: string, { kind, filter, value }: Fact): Promise<Finding | null> {
  const counted = await countRows(db, projectId, filter)
  if (kind === 'share') {
    const all = await countRows(db, projectId, {
      ...filter,
      sentiment: undefined,
      platform: undefined,
      story: undefined,
    })
    const share = (100 * counted) / all
    const decimals = (String(value).split('.')[1] ?? '').length
    // Half of the last decimal is lost by rounding, in either direction.
    return Math.abs(share - value) > 0.5 / 10 ** decimals + 1e-9 ? { counted: share, reason: 'count' } : null
  }
  if (counted !== value) return { counted, reason: 'count' }
  if (kind === 'mentions') return null
  const rival = await largestRival(db, projectId, kind, filter)
  return rival < value ? null : { counted: rival, reason: 'not the largest' }
}

async function countRows(db: Db, projectId: string, filter: FactFilter): Promise<number> {
  const { sentiment, platform, story } = filter
  const [row] = await db`
    select count(*)::int as n from ${mentionsOf(projectId)}
     where project_id = ${projectId} and collected_at <= ${filter.collectedUntil}
       and published_at >= ${filter.from} and published_at < ${filter.to}
       and (${sentiment ?? null}::smallint is null or cell % 3 - 1 = ${sentiment ?? null}::smallint)
       and (${platform ?? null}::text is null or platform = ${platform === undefined ? -1 : PLATFORMS.indexOf(platform)})
       and (${story ?? null}::uuid is null or story_id = ${story ?? null}::uuid)`
  return row?.n ?? 0
}

// Mentions keep the story they were added to; where it was merged into another one, that one counts.
function mentionsOf(projectId: string) {
  return sql`(
    select m.project_id, m.collected_at, m.published_at, m.cell, m.platform, coalesce(s.merged_into, m.story_id) as story_id
      from mention m left join story s on s.project_id = m.project_id and s.id = m.story_id
     where m.project_id = ${projectId}) counted_mention`
}

// The most mentions that another source, day or story has.
async function largestRival(db: Db, projectId: string, kind: Fact['kind'], filter: FactFilter): Promise<number> {
  const { sentiment, platform, story, timeZone = 'UTC' } = filter
  const [row] = await db`
    select coalesce(max(n), 0)::int as n from (
      select count(*) as n from (
        select case ${kind}::text when 'largest_source' then platform::text when 'largest_story' then story_id::text
                    else (published_at at time zone ${timeZone})::date::text end as name
          from ${mentionsOf(projectId)}
         where project_id = ${projectId} and collected_at <= ${filter.collectedUntil}
           and (${sentiment ?? null}::smallint is null or cell % 3 - 1 = ${sentiment ?? null}::smallint)
           and case ${kind}::text when 'largest_source' then platform <> ${platform === undefined ? -1 : PLATFORMS.indexOf(platform)}
                    when 'largest_story' then story_id <> ${story ?? null}::uuid
                    else published_at < ${filter.from} or published_at >= ${filter.to} end) named
       group by name) counted`
  return row?.n ?? 0
}

// The numbers of a sentence outside its quotations and dates must be facts, or be written in a mention that it cites.
async function findUnexplained(
  db: Db,
  projectId: string,
  summary: SummaryRow,
  subject: string,
): Promise<SummaryDifference[]> {
  const known = new Set(summary.facts.map(({ value }) => value))
  const differences: SummaryDifference[] = []
  for (const { text, mentions } of summary.evidence) {
    const rows = await db`
      select text, author_name, author_username from mention
       where project_id = ${projectId} and id = any(${mentions as string[]}::uuid[])`
    const written = [subject, ...rows.flatMap((row) => [row.text, row.author_name, row.author_username])].join('\n')
    for (const number of numbersOf(text)) {
      if (known.has(number.value) || written.includes(number.text)) continue
      const [fact] = summary.facts
      if (fact !== undefined)
        differences.push({ summaryId: summary.id, fact, counted: number.value, reason: 'number without a fact' })
    }
  }
  return differences
}

const MONTH = '(?:Jan|Feb|Mar|Apr|Mei|May|Jun|Jul|Agu|Aug|Sep|Okt|Oct|Nov|Des|Dec)\\p{L}*'
const DATES = new RegExp(
  `(?:\\d{1,2} (?:dan|and) )?\\d{1,2} ${MONTH}(?: \\d{4})?|${MONTH} \\d{1,2}(?:, \\d{4})?|\\d{4}-\\d{2}-\\d{2}|${MONTH} \\d{4}`,
  'gu',
)

function numbersOf(text: string): { text: string; value: number }[] {
  const own = text.replace(/["“”][^"“”]*["“”]/gu, ' ').replace(DATES, ' ')
  return Array.from(own.matchAll(/\d+(?:[.,]\d+)*/g), ([written]) => {
    const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(written)
    return { text: written, value: Number(grouped ? written.replace(/[.,]/g, '') : written.replace(',', '.')) }
  })
}
