import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Order } from '../api/readings.ts'
import { COUNT_NAMES, type CountName } from '../charts/series.ts'
import { type Filter, readFilter, writeFilter } from './filter.ts'

export type View = 'analysis' | 'mentions'

interface FilterState {
  readonly filter: Filter
  readonly order: Order
  // The half that a narrow screen shows; a wide screen shows both.
  readonly view: View
  // What the volume chart counts.
  readonly count: CountName
  readonly setFilter: (change: Partial<Filter>) => void
  readonly setOrder: (order: Order) => void
  readonly setView: (view: View) => void
  readonly setCount: (count: CountName) => void
}

// Changes replace the URL instead of adding to the history: "back" leaves the page instead of undoing a keystroke.
export function useFilter(): FilterState {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const setFilter = useCallback(
    (change: Partial<Filter>) =>
      setParams((current) => writeFilter({ ...readFilter(current), ...change }, current), { replace: true }),
    [setParams],
  )
  const setParam = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const setCount = useCallback((count: CountName) => setParam('count', count === 'mentions' ? null : count), [setParam])
  return {
    filter,
    order: params.get('order') === 'ranked' ? 'ranked' : 'newest',
    view: params.get('view') === 'mentions' ? 'mentions' : 'analysis',
    count: COUNT_NAMES.find((name) => name === params.get('count')) ?? 'mentions',
    setFilter,
    setCount,
    setOrder: (order) => setParam('order', order === 'ranked' ? order : null),
    setView: (view) => setParam('view', view === 'mentions' ? view : null),
  }
}
