import { navigate } from 'wouter/use-browser-location'

interface ParamsOptions {
  // Whether "back" skips the change instead of undoing it.
  readonly replace: boolean
}

// Changes the parameters of the address. They are read from the address itself, so that several changes in one event add up. Without a
// difference nothing is added to the history.
export function changeParams(change: (params: URLSearchParams) => URLSearchParams, { replace }: ParamsOptions): void {
  const next = change(new URLSearchParams(location.search)).toString()
  if (next === new URLSearchParams(location.search).toString()) return
  navigate(next === '' ? location.pathname : `${location.pathname}?${next}`, { replace })
}
