import { useMemo } from 'react'
import type { WireQuotaHistory } from '../../../src/api/wire/account.ts'
import { DAY_MS } from '../text/zone.ts'

export interface ProjectUsage {
  readonly id: string
  // Null if the project has been deleted.
  readonly name: string | null
  readonly days: readonly number[]
  readonly total: number
}

const DAYS_MAX = 400

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to) && days.length < DAYS_MAX; at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

export function useByDay(history: WireQuotaHistory, days: readonly string[]): (readonly [string, number])[] {
  return useMemo(() => {
    const charged = new Map<string, number>()
    for (const entry of history.days) charged.set(entry.day, (charged.get(entry.day) ?? 0) + entry.charged)
    return days.map((day) => [day, charged.get(day) ?? 0] as const)
  }, [history, days])
}

export function usePerProject(history: WireQuotaHistory, days: readonly string[]): ProjectUsage[] {
  return useMemo(() => {
    const groups = Map.groupBy(history.days, (entry) => entry.keyword_id)
    const projects = [...groups].map(([id, entries]) => {
      const charged = new Map(entries.map((entry) => [entry.day, entry.charged]))
      return {
        id,
        name: entries[0]?.group ?? null,
        days: days.map((day) => charged.get(day) ?? 0),
        total: entries.reduce((sum, entry) => sum + entry.charged, 0),
      }
    })
    return projects.sort((a, b) => b.total - a.total)
  }, [history, days])
}
