// How often each number of a list was counted, and in how many steps.
export class NumberCounts {
  // Of each number its count, and the last step that had it, plus one: beside each other, because reading memory is what counting costs.
  readonly #counts: Uint32Array
  #distinct = 0

  constructor(size: number) {
    this.#counts = new Uint32Array(size * 2)
  }

  // How many numbers were counted.
  get distinct(): number {
    return this.#distinct
  }

  // Returns 1 when the number is new in the step.
  add(number: number, step: number): 0 | 1 {
    const counts = this.#counts
    const count = counts[number * 2] as number
    if (count === 0) this.#distinct++
    counts[number * 2] = count + 1
    if (counts[number * 2 + 1] === step + 1) return 0
    counts[number * 2 + 1] = step + 1
    return 1
  }

  // Adds what was counted elsewhere, whose steps are not counted here.
  addCount(number: number, count: number): void {
    const counts = this.#counts
    if (counts[number * 2] === 0) this.#distinct++
    counts[number * 2] = (counts[number * 2] as number) + count
  }

  countOf(number: number): number {
    return this.#counts[number * 2] ?? 0
  }

  // Those with the highest counts, of those that are to be kept; of equal ones, those with the smallest keys.
  top(limit: number, countMin: number, keyOf: (number: number) => number, keep: (key: number) => boolean): Counted[] {
    const best = new BestCounts(limit)
    const counts = this.#counts
    for (let number = 0; number < counts.length / 2; number++) {
      const count = counts[number * 2] as number
      if (count < countMin || count < best.countMin) continue
      const key = keyOf(number)
      if (best.admits(count, key) && keep(key)) best.add({ key, number, count })
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
