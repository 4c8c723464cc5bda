// What each step of the guard costs, in counts that do not depend on the machine.
export interface Counts {
  readonly statements: number
  readonly rows: number
  // Pages of the database that were read, from memory or from the disk.
  readonly buffers: number
  // Bytes of the write-ahead log.
  readonly wal: number
  readonly allocatedKb: number
}

export type Steps = Readonly<Record<string, Counts>>

const COUNTS = ['statements', 'rows', 'buffers', 'wal', 'allocatedKb'] as const
const GROWTH_MAX = 0.1
// Differences that mean nothing: a page or a row more in a request that reads five, the 64 kB that a socket reads into, which one of
// some requests allocates for all of them.
const SLACK: Counts = { statements: 0.4, rows: 4, buffers: 12, wal: 100, allocatedKb: 48 }

export interface Comparison {
  // What grew, in sentences; the guard fails when there is any.
  readonly grown: readonly string[]
  // What could be stored: counts that fell, steps that are new or gone.
  readonly hints: readonly string[]
}

export function compareCounts(stored: Steps, seen: Steps): Comparison {
  const grown: string[] = []
  const hints: string[] = []
  for (const [step, now] of Object.entries(seen)) {
    const before = stored[step]
    if (before === undefined) {
      hints.push(`${step}: not stored yet`)
      continue
    }
    for (const count of COUNTS) {
      const [from, to] = [before[count], now[count]]
      const change = `${step}: ${count} ${from} -> ${to}`
      if (isAbove(to, from, SLACK[count])) grown.push(change)
      else if (isAbove(from, to, SLACK[count])) hints.push(change)
    }
  }
  for (const step of Object.keys(stored)) if (seen[step] === undefined) hints.push(`${step}: no longer measured`)
  return { grown, hints }
}

// Of each count the smaller of two measurements.
export function leastOf(one: Steps, other: Steps): Steps {
  const least = (counts: Counts, others: Counts = counts): Counts =>
    Object.fromEntries(COUNTS.map((count) => [count, Math.min(counts[count], others[count])])) as unknown as Counts
  return Object.fromEntries(Object.entries(one).map(([step, counts]) => [step, least(counts, other[step])]))
}

function isAbove(value: number, limit: number, slack: number): boolean {
  return value > limit * (1 + GROWTH_MAX) && value > limit + slack
}
