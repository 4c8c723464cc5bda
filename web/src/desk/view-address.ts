import type { WireView } from '../../../src/api/wire/desk.ts'
import type { ViewDraft } from '../api/desk.ts'
import type { Order } from '../api/readings.ts'
import { type Filter, NO_FILTER, toQuery, writeFilter } from '../filter/filter.ts'
import { PLATFORMS } from '../platforms.ts'

// What is saved of what the analyst sees: a period stays a period, so that the view moves on with time.
export function toView(filter: Filter, order: Order): Pick<ViewDraft, 'filter' | 'range' | 'order'> {
  const { from: _from, to: _to, sentimen, ...others } = toQuery(filter, '2000-01-01', 0)
  const bounds = {
    ...(filter.from === null ? {} : { from: filter.from }),
    ...(filter.to === null ? {} : { to: filter.to }),
  }
  return {
    filter: { ...others, ...(sentimen === undefined ? {} : { sentimen: Number(sentimen) as -1 | 0 | 1 }) },
    range: filter.period === 'custom' ? bounds : { period: filter.period },
    order,
  }
}

// The address that shows a saved view.
export function addressOfView(projectId: string, view: Pick<WireView, 'filter' | 'range' | 'order'>): string {
  const params = writeFilter(toFilter(view), new URLSearchParams(view.order === 'ranked' ? { order: 'ranked' } : {}))
  return `/projects/${projectId}${params.size === 0 ? '' : `?${params}`}`
}

function toFilter({ filter, range }: Pick<WireView, 'filter' | 'range'>): Filter {
  const chosen = (filter.sosmedId ?? '').split(',')
  const isCustom = range.from !== undefined || range.to !== undefined
  return {
    period: isCustom ? 'custom' : (range.period ?? NO_FILTER.period),
    from: range.from ?? null,
    to: range.to ?? null,
    sentiment: filter.sentimen ?? null,
    sources: PLATFORMS.filter((platform) => chosen.includes(platform)),
    language: filter.language ?? null,
    relevance: filter.relevance ?? null,
    entity: filter.entity ?? null,
    author: filter.author ?? null,
    story: filter.story ?? null,
    tag: filter.tag ?? null,
    q: filter.q ?? '',
  }
}
