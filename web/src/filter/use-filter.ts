import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Order } from '../api/readings.ts'
import { COUNT_NAMES, type CountName } from '../charts/series.ts'
import { type Filter, readFilter, writeFilter } from './filter.ts'
import { changeParams } from './params.ts'

export type View = 'analysis' | 'mentions'

// `replace`: the change belongs to the one before, as the next letter of a search does.
export type ChangeFilter = (change: Partial<Filter>, options?: { readonly replace: boolean }) => void

interface FilterState {
  readonly filter: Filter
  readonly order: Order
  // The half that a narrow screen shows; a wide screen shows both.
  readonly view: View
  // What the volume chart counts.
  readonly count: CountName
  readonly setFilter: ChangeFilter
  readonly setOrder: (order: Order) => void
  readonly setView: (view: View) => void
  readonly setCount: (count: CountName) => void
}

// A change of the filter is one step in the history, so that "back" undoes it. How the result is shown is not.
export function useFilter(): FilterState {
  const [params] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  return {
    filter,
    order: params.get('order') === 'ranked' ? 'ranked' : 'newest',
    view: params.get('view') === 'mentions' ? 'mentions' : 'analysis',
    count: COUNT_NAMES.find((name) => name === params.get('count')) ?? 'mentions',
    setFilter,
    setCount,
    setOrder,
    setView,
  }
}

const setFilter: ChangeFilter = (change, options = { replace: false }) =>
  changeParams((params) => {
    const before = readFilter(params)
    const after = { ...before, ...change }
    const next = writeFilter(after, params)
    // The explanation of another time would pass for one of this.
    if (TIME.some((name) => before[name] !== after[name])) next.delete('why')
    return next
  }, options)

const TIME = ['period', 'from', 'to'] as const

const setCount = (count: CountName): void => setParam('count', count === 'mentions' ? null : count)
const setOrder = (order: Order): void => setParam('order', order === 'ranked' ? order : null)
const setView = (view: View): void => setParam('view', view === 'mentions' ? view : null)

function setParam(name: string, value: string | null): void {
  changeParams(
    (params) => {
      const next = new URLSearchParams(params)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    },
    { replace: true },
  )
}
