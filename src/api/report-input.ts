import { dayOf, startOfDay } from '../domain/day.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { Refusal } from '../domain/problem.ts'
import type { Report, ReportFields, ReportFilter } from '../domain/report.ts'
import { readAlertFilter, toWireFilter } from './alert-input.ts'
import { readBoundedFilter } from './filter.ts'
import type { Range } from './range.ts'
import type { ReportPatch, WireReport, WireReportFilter } from './wire/report.ts'

const DAY_MS = 86_400_000

// The changed fields over those that a report has.
export function readReportFields(
  { title, language, filter, blocks }: ReportPatch,
  before: ReportFields,
  timeZone: string,
): ReportFields {
  const kinds = (blocks ?? []).map(({ kind }) => kind)
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at)
  if (twice !== undefined) throw new Refusal('invalid', `blocks: "${twice}" occurs twice.`, ['twice', 'blocks'])
  return {
    title: title?.trim() ?? before.title,
    language: language ?? before.language,
    filter: filter === undefined ? before.filter : readReportFilter(filter, timeZone),
    blocks:
      blocks === undefined
        ? before.blocks
        : blocks.map(({ kind, comment = '' }) =>
            comment.trim() === '' ? { kind } : { kind, comment: comment.trim() },
          ),
  }
}

function readReportFilter(filter: WireReportFilter, timeZone: string): ReportFilter {
  const { from, to, days, story } = filter
  if (days !== undefined && (from !== undefined || to !== undefined))
    throw new Refusal('invalid', 'filter: days cannot be combined with from or to.', ['misused'])
  const { days: _days, ...query } = filter
  // Refuses what cannot be read later.
  readBoundedFilter(query, timeZone, new Date())
  return {
    ...readAlertFilter(filter, timeZone),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(days === undefined ? {} : { days }),
    ...(story === undefined ? {} : { story }),
  }
}

// The mentions of a report that is read now.
export function filterOf(report: Pick<Report, 'filter'>, timeZone: string, now: Date): MentionFilter & Range {
  const { days, ...query } = toWireReportFilter(report.filter)
  if (days === undefined) return readBoundedFilter(query, timeZone, now)
  const today = startOfDay(dayOf(now, timeZone), timeZone)
  // From noon, so that a day of 23 or 25 hours in between does not move it.
  const first = dayOf(new Date(today.getTime() + DAY_MS / 2 - (days - 1) * DAY_MS), timeZone)
  return readBoundedFilter({ ...query, from: first }, timeZone, now)
}

export function toWireReport(report: Report): WireReport {
  const { id, projectId, title, language, filter, blocks, createdAt, updatedAt } = report
  return {
    id,
    keywordId: projectId,
    title,
    language,
    filter: toWireReportFilter(filter),
    blocks: blocks.map((block) => ({ ...block })),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

function toWireReportFilter(filter: ReportFilter): WireReportFilter {
  return toWireFilter(filter)
}
