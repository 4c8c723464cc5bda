import type { ReportBody, WireReport, WireReportContent, WireReportFilter } from '../../../../src/api/wire/report.ts'
import { type Filter, toQuery } from '../../filter/filter.ts'
import { BLOCK_KINDS, type BlockKind, DEFAULT_KINDS } from '../../report/blocks.ts'
import type { Language } from '../../text/language.ts'

export interface DraftBlock {
  readonly kind: BlockKind
  readonly shown: boolean
  readonly comment: string
}

// A report while it is composed: all kinds of blocks, also those that are left out.
export interface Draft {
  readonly title: string
  readonly language: Language
  readonly filter: WireReportFilter
  readonly blocks: readonly DraftBlock[]
}

export function newDraft(title: string, language: Language, filter: WireReportFilter): Draft {
  const blocks = BLOCK_KINDS.map((kind) => ({ kind, shown: DEFAULT_KINDS.includes(kind), comment: '' }))
  return { title, language, filter, blocks }
}

// Those that the report leaves out come last.
export function draftOf({ title, language, filter, blocks }: WireReport): Draft {
  const shown = blocks.map(({ kind, comment = '' }) => ({ kind, shown: true, comment }))
  const others = BLOCK_KINDS.filter((kind) => blocks.every((block) => block.kind !== kind))
  return { title, language, filter, blocks: [...shown, ...others.map((kind) => ({ kind, shown: false, comment: '' }))] }
}

export function bodyOf(keywordId: string, { title, language, filter, blocks }: Draft): ReportBody {
  return {
    keywordId,
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    language,
    filter,
    blocks: blocks
      .filter(({ shown }) => shown)
      .map(({ kind, comment }) => (comment.trim() === '' ? { kind } : { kind, comment: comment.trim() })),
  }
}

// Whether a stored report is already what would be stored.
export function isSame(report: WireReport, body: ReportBody): boolean {
  const key = ({ title, language, filter, blocks }: Omit<ReportBody, 'keywordId'>): string =>
    JSON.stringify([title, language, Object.entries(filter).sort(), blocks])
  return key(report) === key(body)
}

// The content of all blocks, as the draft arranges it: composing requests nothing again.
export function arrange(content: WireReportContent, { title, blocks }: Draft): WireReportContent {
  const arranged = blocks.flatMap(({ kind, shown, comment }) => {
    const block = content.blocks.find((one) => one.kind === kind)
    return shown && block !== undefined ? [{ ...block, comment: comment.trim() }] : []
  })
  return { ...content, title: title.trim() === '' ? content.project : title.trim(), blocks: arranged }
}

export function move<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const moved = list[from]
  if (moved === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, moved)
}

const PERIOD_DAYS: Partial<Record<Filter['period'], number>> = { '7d': 7, '30d': 30, '90d': 90 }

// The filter of the page. A period that ends today stays one, so that a report that is sent again later shows the days before that.
export function reportFilterOf(filter: Filter, startDay: string, nowMs: number): WireReportFilter {
  const { from, to, sentimen, relevance, ...others } = toQuery(filter, startDay, nowMs)
  const days = PERIOD_DAYS[filter.period]
  return {
    ...others,
    ...(days === undefined
      ? { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      : { days }),
    ...(sentimen === undefined ? {} : { sentimen: Number(sentimen) as -1 | 0 | 1 }),
    ...(relevance === 'subject' || relevance === 'passing' ? { relevance } : {}),
  }
}
