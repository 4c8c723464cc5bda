// How often each number of a list was counted.
export class NumberCounts {
  readonly #counts: Uint32Array
  #distinct = 0

  constructor(size: number) {
    this.#counts = new Uint32Array(size)
  }

  // How many numbers were counted.
  get distinct(): number {
    return this.#distinct
  }

  // `count` is negative to take some away again.
  add(number: number, count = 1): void {
    const before = this.#counts[number] as number
    const after = before + count
    if (before === 0) this.#distinct++
    else if (after === 0) this.#distinct--
    this.#counts[number] = after
  }

  // The same counts, with room for more numbers.
  copy(size: number): NumberCounts {
    const copied = new NumberCounts(size)
    copied.#counts.set(this.#counts)
    copied.#distinct = this.#distinct
    return copied
  }

  // The same with each number replaced by another.
  renumbered(numbers: Uint32Array): NumberCounts {
    const counts = new NumberCounts(this.#counts.length)
    for (let number = 0; number < this.#counts.length; number++) {
      const count = this.#counts[number] as number
      if (count > 0) counts.add(numbers[number] as number, count)
    }
    return counts
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0
  }

  // Those with the highest counts, of those that are to be kept; of equal ones, those with the smallest keys.
  top(limit: number, countMin: number, keyOf: (number: number) => number, keep: (key: number) => boolean): Counted[] {
    const best = new BestCounts(limit)
    const counts = this.#counts
    let least = countMin
    for (let number = 0; number < counts.length; number++) {
      const count = counts[number] as number
      if (count < least) continue
      const key = keyOf(number)
      if (!best.admits(count, key) || !keep(key)) continue
      best.add({ key, number, count })
      least = Math.max(countMin, best.countMin)
    }
    return best.list()
  }
}

export interface Counted<Key extends number | string = number> {
  readonly key: Key
  readonly number: number
  readonly count: number
}

// Keeps the highest counts of many without sorting all of them.
export class BestCounts<Key extends number | string = number> {
  readonly #limit: number
  #kept: Counted<Key>[] = []
  // The last of those that are known to be the best; null while they are fewer than wanted.
  #last: Counted<Key> | null = null

  constructor(limit: number) {
    this.#limit = limit
  }

  // One with a lower count cannot be among the best.
  get countMin(): number {
    return this.#last?.count ?? 0
  }

  // False for one that cannot be among the best.
  admits(count: number, key: Key): boolean {
    const last = this.#last
    return last === null || count > last.count || (count === last.count && key < last.key)
  }

  add(counted: Counted<Key>): void {
    this.#kept.push(counted)
    if (this.#kept.length >= this.#limit * 2 + 16) this.#cut()
  }

  list(): Counted<Key>[] {
    this.#cut()
    return this.#kept
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    this.#kept = this.#kept.slice(0, this.#limit)
    if (this.#kept.length === this.#limit) this.#last = this.#kept.at(-1) ?? null
  }
}
