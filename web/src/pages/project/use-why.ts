import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Gap } from '../../charts/series.ts'
import { changeParams } from '../../filter/params.ts'

// What the page explains: a range of the chart, or an incident.
export type Explained =
  | { readonly kind: 'range'; readonly range: Gap }
  | { readonly kind: 'incident'; readonly id: string }

interface WhyState {
  readonly explained: Explained | null
  readonly explain: (next: Explained | null) => void
}

// Kept in the URL, so that a link shows the same explanation.
export function useWhy(): WhyState {
  const [params] = useSearchParams()
  const [incident, why] = [params.get('incident'), params.get('why')]
  const explained = useMemo(() => readExplained(incident, why), [incident, why])
  return { explained, explain }
}

function explain(next: Explained | null): void {
  changeParams(
    (params) => {
      const changed = new URLSearchParams(params)
      changed.delete('incident')
      changed.delete('why')
      if (next?.kind === 'incident') changed.set('incident', next.id)
      if (next?.kind === 'range') changed.set('why', [next.range.from, next.range.to].map(instant).join('/'))
      return changed
    },
    { replace: true },
  )
}

function readExplained(incident: string | null, why: string | null): Explained | null {
  if (incident !== null) return { kind: 'incident', id: incident }
  const [from = Number.NaN, to = Number.NaN] = (why ?? '').split('/').map((time) => Date.parse(time))
  return from < to ? { kind: 'range', range: { from, to } } : null
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
