// Counts keys, which are numbers of up to 53 bits that are already evenly distributed (hashes), and keeps a number for each that the
// caller chooses: a Map would need several times the memory and time for millions of keys.
export class KeyCounter {
  #keys: Float64Array
  #counts: Uint32Array
  #notes: Uint32Array
  #mask: number
  #size = 0
  #total = 0

  constructor(capacity = 1_024) {
    this.#keys = new Float64Array(capacity).fill(-1)
    this.#counts = new Uint32Array(capacity)
    this.#notes = new Uint32Array(capacity)
    this.#mask = capacity - 1
  }

  // Distinct keys.
  get size(): number {
    return this.#size
  }

  // The sum of all counts.
  get total(): number {
    return this.#total
  }

  // Adds to a key and returns its slot, which is valid until the next call. The note of a new key is `note`.
  add(key: number, note = 0, change = 1): number {
    if (this.#size * 2 > this.#mask) this.#grow()
    const slot = this.#slot(key)
    if (this.#keys[slot] !== key) {
      this.#keys[slot] = key
      this.#notes[slot] = note
      this.#size++
    }
    this.#counts[slot] = (this.#counts[slot] as number) + change
    this.#total += change
    return slot
  }

  get(key: number): number | undefined {
    const slot = this.#slot(key)
    return this.#keys[slot] === key ? this.#counts[slot] : undefined
  }

  note(key: number): number | undefined {
    const slot = this.#slot(key)
    return this.#keys[slot] === key ? this.#notes[slot] : undefined
  }

  noteAt(slot: number): number {
    return this.#notes[slot] as number
  }

  setNoteAt(slot: number, note: number): void {
    this.#notes[slot] = note
  }

  // Like that of a Map: the count comes first.
  forEach(visit: (count: number, key: number) => void): void {
    for (let slot = 0; slot <= this.#mask; slot++) {
      const key = this.#keys[slot] as number
      if (key >= 0) visit(this.#counts[slot] as number, key)
    }
  }

  // The keys with the highest counts; of equal ones, those with the smallest keys.
  top(limit: number): { readonly key: number; readonly count: number; readonly note: number }[] {
    let best: { key: number; count: number; note: number }[] = []
    let least = 1
    if (limit === 0) return best
    const cut = () => {
      best.sort((a, b) => b.count - a.count || a.key - b.key)
      best = best.slice(0, limit)
      if (best.length === limit) least = best.at(-1)?.count ?? 1
    }
    for (let slot = 0; slot <= this.#mask; slot++) {
      const key = this.#keys[slot] as number
      const count = this.#counts[slot] as number
      if (key < 0 || count < least) continue
      best.push({ key, count, note: this.#notes[slot] as number })
      if (best.length >= limit * 8 + 64) cut()
    }
    cut()
    return best
  }

  #slot(key: number): number {
    let slot = (key ^ (key / 2 ** 21)) & this.#mask
    while (this.#keys[slot] !== key && this.#keys[slot] !== -1) slot = (slot + 1) & this.#mask
    return slot
  }

  #grow(): void {
    const [keys, counts, notes] = [this.#keys, this.#counts, this.#notes]
    const capacity = (this.#mask + 1) * 2
    this.#keys = new Float64Array(capacity).fill(-1)
    this.#counts = new Uint32Array(capacity)
    this.#notes = new Uint32Array(capacity)
    this.#mask = capacity - 1
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as number
      if (key < 0) continue
      const slot = this.#slot(key)
      this.#keys[slot] = key
      this.#counts[slot] = counts[at] as number
      this.#notes[slot] = notes[at] as number
    }
  }
}
