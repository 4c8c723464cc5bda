import type { Alert } from '../domain/alert.ts'
import type { Expectations, Expected } from '../watch/baseline.ts'
import type { DetectRange } from '../watch/detect-range.ts'
import { HOUR_MS } from '../watch/series.ts'
import { SPIKE_REACH_HOURS } from '../watch/windows.ts'

const ALERTS_KEPT_MAX = 20_000

// What rules expect in the last hours. An hour's expectation depends on earlier hours only, so it is computed once and not with every
// evaluation.
export class ExpectedCache {
  readonly #kept = new Map<string, Map<number, Expected>>()

  get(alert: Alert, range: DetectRange): Expectations | null {
    const kept = this.#kept.get(keyOf(alert))
    if (kept === undefined) return null
    for (const hour of hoursOf(range)) if (!kept.has(hour)) return null
    return { at: (hour) => kept.get(hour) as Expected }
  }

  put(alert: Alert, baseline: Expectations, range: DetectRange): void {
    if (alert.rule.kind !== 'spike') return
    const key = keyOf(alert)
    this.#kept.delete(key)
    this.#kept.set(key, new Map(hoursOf(range).map((hour) => [hour, baseline.at(hour)])))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > ALERTS_KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
  }
}

function keyOf({ id, filter }: Alert): string {
  return `${id} ${JSON.stringify(filter)}`
}

// Those that windows ending in the range touch.
function hoursOf({ from, to }: DetectRange): number[] {
  const first = Math.floor(from.getTime() / HOUR_MS) - SPIKE_REACH_HOURS
  const last = Math.floor(to.getTime() / HOUR_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
