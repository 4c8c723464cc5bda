// For so many keys without growing, which takes a long turn when they are many.
export function capacityFor(keys: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(keys, 512) * 2))
}

// Numbers keys in the order in which they are added. Keys are numbers of up to 53 bits that are already evenly distributed (hashes): a
// Map would need several times the memory and time for millions of them.
export class KeyNumbers {
  // Numbers of keys, plus one, by hash.
  #table: Uint32Array
  #mask: number
  #keys: Float64Array
  #size = 0

  // `capacity` is a power of two.
  constructor(capacity = 1_024) {
    this.#table = new Uint32Array(capacity)
    this.#mask = capacity - 1
    this.#keys = new Float64Array(capacity / 2)
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#table.byteLength + this.#keys.byteLength
  }

  add(key: number): number {
    let slot = this.#start(key)
    for (let entry = this.#table[slot] as number; entry > 0; entry = this.#table[slot] as number) {
      if (this.#keys[entry - 1] === key) return entry - 1
      slot = (slot + 1) & this.#mask
    }
    if (this.#size === this.#keys.length) {
      this.#grow()
      slot = this.#emptySlot(key)
    }
    const number = this.#size++
    this.#table[slot] = number + 1
    this.#keys[number] = key
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

  keyAt(number: number): number {
    return this.#keys[number] as number
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
    const keys = this.#keys
    const capacity = this.#table.length * 2
    this.#table = new Uint32Array(capacity)
    this.#mask = capacity - 1
    this.#keys = new Float64Array(capacity / 2)
    this.#keys.set(keys)
    for (let number = 0; number < this.#size; number++)
      this.#table[this.#emptySlot(keys[number] as number)] = number + 1
  }
}
