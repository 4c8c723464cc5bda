// Counts keys, which are numbers of up to 53 bits that are already evenly distributed (hashes), and keeps a number for each that the
// caller chooses: a Map would need several times the memory and time for millions of keys. Keys are numbered in the order in which
// they were added.
export class KeyCounter {
  // Numbers of keys, plus one, by hash.
  #table: Uint32Array
  #mask: number
  #keys: Float64Array
  #counts: Uint32Array
  #notes: Uint32Array
  #size = 0

  // `capacity` is a power of two.
  constructor(capacity = 1_024) {
    this.#table = new Uint32Array(capacity)
    this.#mask = capacity - 1
    this.#keys = new Float64Array(capacity / 2)
    this.#counts = new Uint32Array(capacity / 2)
    this.#notes = new Uint32Array(capacity / 2)
  }

  // Distinct keys.
  get size(): number {
    return this.#size
  }

  // Adds to a key and returns its number. The note of a new key is `note`.
  add(key: number, note = 0, change = 1): number {
    let slot = this.#start(key)
    for (let entry = this.#table[slot] as number; entry > 0; entry = this.#table[slot] as number) {
      if (this.#keys[entry - 1] === key) {
        this.#counts[entry - 1] = (this.#counts[entry - 1] as number) + change
        return entry - 1
      }
      slot = (slot + 1) & this.#mask
    }
    if (this.#size === this.#keys.length) {
      this.#grow()
      slot = this.#emptySlot(key)
    }
    const number = this.#size++
    this.#table[slot] = number + 1
    this.#keys[number] = key
    this.#counts[number] = change
    this.#notes[number] = note
    return number
  }

  // The number of a key; -1 when it was not added.
  numberOf(key: number): number {
    let slot = this.#start(key)
    for (let entry = this.#table[slot] as number; entry > 0; entry = this.#table[slot] as number) {
      if (this.#keys[entry - 1] === key) return entry - 1
      slot = (slot + 1) & this.#mask
    }
    return -1
  }

  get(key: number): number | undefined {
    const number = this.numberOf(key)
    return number < 0 ? undefined : this.#counts[number]
  }

  note(key: number): number | undefined {
    const number = this.numberOf(key)
    return number < 0 ? undefined : this.#notes[number]
  }

  keyAt(number: number): number {
    return this.#keys[number] as number
  }

  countAt(number: number): number {
    return this.#counts[number] as number
  }

  incrementAt(number: number): void {
    this.#counts[number] = (this.#counts[number] as number) + 1
  }

  noteAt(number: number): number {
    return this.#notes[number] as number
  }

  setNoteAt(number: number, note: number): void {
    this.#notes[number] = note
  }

  // Like that of a Map: the count comes first.
  forEach(visit: (count: number, key: number) => void): void {
    for (let number = 0; number < this.#size; number++)
      visit(this.#counts[number] as number, this.#keys[number] as number)
  }

  // The keys with the highest counts, of those that are to be kept; of equal ones, those with the smallest keys.
  top(
    limit: number,
    keep: (key: number) => boolean = () => true,
  ): { readonly key: number; readonly count: number; readonly note: number }[] {
    let best: { key: number; count: number; note: number }[] = []
    let least = 1
    if (limit === 0) return best
    const cut = () => {
      best.sort((a, b) => b.count - a.count || a.key - b.key)
      best = best.slice(0, limit)
      if (best.length === limit) least = best.at(-1)?.count ?? 1
    }
    for (let number = 0; number < this.#size; number++) {
      const key = this.#keys[number] as number
      const count = this.#counts[number] as number
      if (count < least || !keep(key)) continue
      best.push({ key, count, note: this.#notes[number] as number })
      if (best.length >= limit * 8 + 64) cut()
    }
    cut()
    return best
  }

  #start(key: number): number {
    return (key ^ (key / 2 ** 21)) & this.#mask
  }

  #emptySlot(key: number): number {
    let slot = this.#start(key)
    while (this.#table[slot] !== 0) slot = (slot + 1) & this.#mask
    return slot
  }

  #grow(): void {
    const [keys, counts, notes] = [this.#keys, this.#counts, this.#notes]
    const capacity = this.#table.length * 2
    this.#table = new Uint32Array(capacity)
    this.#mask = capacity - 1
    this.#keys = new Float64Array(capacity / 2)
    this.#keys.set(keys)
    this.#counts = new Uint32Array(capacity / 2)
    this.#counts.set(counts)
    this.#notes = new Uint32Array(capacity / 2)
    this.#notes.set(notes)
    for (let number = 0; number < this.#size; number++)
      this.#table[this.#emptySlot(keys[number] as number)] = number + 1
  }
}
