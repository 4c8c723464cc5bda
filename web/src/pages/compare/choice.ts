import type { WireComparedSide } from '../../../../src/api/wire/compare.ts'
import type { Query } from '../../api/readings.ts'
import { type Filter, readFilter, toQuery, wordOf } from '../../filter/filter.ts'
import { DAY_MS, dayOf, isDay, startOfDay } from '../../text/zone.ts'

export const SIDES_MAX = 6
export const MODES = ['project', 'period', 'filter'] as const
export type Mode = (typeof MODES)[number]

// Calendar days, both included.
export interface Days {
  readonly from: string
  readonly to: string
}

// Fields of the filter as the server names them.
export type SideFilter = Readonly<Record<string, string>>

// What is compared. It is stored only in the URL, beside the common filter.
export type Choice =
  | { readonly by: 'project'; readonly ids: readonly string[] }
  | { readonly by: 'period'; readonly id: string; readonly periods: readonly Days[] }
  | { readonly by: 'filter'; readonly id: string; readonly filters: readonly SideFilter[] }

// Ignores what it cannot read, so that a mistyped or truncated URL never fails.
export function readChoice(params: URLSearchParams): Choice {
  const id = params.get('id') ?? ''
  const periods = params.get('periods')
  const filters = params.get('filters')
  if (id !== '' && periods !== null) return { by: 'period', id, periods: readPeriods(periods).slice(0, SIDES_MAX) }
  if (id !== '' && filters !== null) return { by: 'filter', id, filters: readFilters(filters).slice(0, SIDES_MAX) }
  const ids = (params.get('ids') ?? id).split(',').filter((one) => one !== '')
  return { by: 'project', ids: [...new Set(ids)].slice(0, SIDES_MAX) }
}

// Writes the choice into the parameters of a URL and leaves the others unchanged.
export function writeChoice(choice: Choice, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['ids', 'id', 'periods', 'filters']) next.delete(name)
  if (choice.by === 'project') next.set('ids', choice.ids.join(','))
  else next.set('id', choice.id)
  if (choice.by === 'period') next.set('periods', choice.periods.map(({ from, to }) => `${from}..${to}`).join(','))
  if (choice.by === 'filter') next.set('filters', JSON.stringify(choice.filters))
  return next
}

// The same project compared in another way.
export function changeMode(choice: Choice, by: Mode, asOfMs: number): Choice {
  const id = projectOf(choice) ?? ''
  if (by === 'project') return { by, ids: id === '' ? [] : [id] }
  if (by === 'filter') return { by, id, filters: [{ sosmedId: 'news' }, { sosmedId: 'twitter' }] }
  const week = { from: dayOf(asOfMs - 6 * DAY_MS), to: dayOf(asOfMs) }
  return { by, id, periods: [periodBefore(week), week] }
}

export function projectOf(choice: Choice): string | null {
  return choice.by === 'project' ? (choice.ids[0] ?? null) : choice.id
}

// As many days before.
export function periodBefore({ from, to }: Days): Days {
  const [start, end] = [startOfDay(from), startOfDay(to)]
  return { from: dayOf(start - (end - start + DAY_MS)), to: dayOf(start - DAY_MS) }
}

// The parameters of the request; null as long as there are not two sides.
export function toComparisonQuery(choice: Choice, filter: Filter, startDay: string, nowMs: number): Query | null {
  const common = toQuery(filter, startDay, nowMs)
  if (choice.by === 'project') return choice.ids.length < 2 ? null : { ids: choice.ids.join(','), ...common }
  if (choice.by === 'filter')
    return choice.filters.length < 2 ? null : { id: choice.id, filters: JSON.stringify(choice.filters), ...common }
  if (choice.periods.length < 2) return null
  const { from: _from, to: _to, ...rest } = common
  return { id: choice.id, periods: choice.periods.map(({ from, to }) => `${from}..${to}`).join(','), ...rest }
}

// The address of the mentions of a side, or of those of them that a narrower filter selects.
export function sidePath(side: Pick<WireComparedSide, 'keyword_id' | 'filter'>, narrower: SideFilter = {}): string {
  const { sentimen, sosmedId, ...same } = { ...side.filter, ...narrower }
  const params = new URLSearchParams(same)
  if (sosmedId !== undefined) params.set('source', sosmedId)
  if (sentimen !== undefined) params.set('sentiment', wordOf(Number(sentimen) as -1 | 0 | 1))
  params.set('view', 'mentions')
  return `/projects/${side.keyword_id}?${params}`
}

// A filter of one side, read as the dashboard reads it.
export function sideFilterOf(fields: SideFilter): Filter {
  return readFilter(new URLSearchParams(sidePath({ keyword_id: '', filter: fields }).split('?')[1]))
}

function readPeriods(text: string): Days[] {
  return text.split(',').flatMap((period) => {
    const [from = '', to = ''] = period.split('..')
    return isDay(from) && isDay(to) && from <= to ? [{ from, to }] : []
  })
}

function readFilters(text: string): SideFilter[] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return []
    return list.flatMap((one: unknown) =>
      typeof one !== 'object' || one === null
        ? []
        : [Object.fromEntries(Object.entries(one).map(([name, value]) => [name, String(value)]))],
    )
  } catch {
    return []
  }
}
