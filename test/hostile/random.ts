// Random choices with a seed, so that a failure can be reproduced.
export interface Chance {
  // From 0 to `below`, exclusive.
  under(below: number): number
  happens(share: number): boolean
  pick<T>(values: readonly T[]): T
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    under: (below) => Math.floor(next() * below),
    happens: (share) => next() < share,
    pick: (values) => values[Math.floor(next() * values.length)] as never,
  }
}
