// Numbers keys, which are hashes of up to 53 bits, in the order in which they are added. It is emptied without clearing its memory,
// because a Map of the words of each text would take longer than reading them.
export class KeyNumbers {
  #keys = new Float64Array(256)
  // Numbers of keys, plus one, by hash; and in which round each slot was filled.
  #slots = new Uint32Array(1_024)
  #rounds = new Uint32Array(1_024)
  #round = 1
  size = 0

  clear(): void {
    this.size = 0
    this.#round = this.#round === 0xffffffff ? 1 : this.#round + 1
    if (this.#round === 1) this.#rounds.fill(0)
  }

  // The number of a key; -1 when it was not added.
  numberOf(key: number): number {
    const slot = this.#slotOf(key)
    return this.#rounds[slot] === this.#round ? (this.#slots[slot] as number) - 1 : -1
  }

  // Adds a key that was not added, and returns its number.
  add(key: number): number {
    if (this.size === this.#keys.length) this.#grow()
    const slot = this.#slotOf(key)
    this.#keys[this.size] = key
    this.#slots[slot] = this.size + 1
    this.#rounds[slot] = this.#round
    return this.size++
  }

  keyAt(number: number): number {
    return this.#keys[number] as number
  }

  // Where a key is, or belongs.
  #slotOf(key: number): number {
    const mask = this.#slots.length - 1
    let slot = ((key & 0xffffffff) >>> 1) & mask
    while (this.#rounds[slot] === this.#round && this.#keys[(this.#slots[slot] as number) - 1] !== key)
      slot = (slot + 1) & mask
    return slot
  }

  // The table stays at most a quarter full.
  #grow(): void {
    const keys = this.#keys
    this.#keys = new Float64Array(keys.length * 2)
    this.#keys.set(keys)
    this.#slots = new Uint32Array(keys.length * 8)
    this.#rounds = new Uint32Array(keys.length * 8)
    this.#round = 1
    for (let number = 0; number < this.size; number++) {
      const slot = this.#slotOf(this.#keys[number] as number)
      this.#slots[slot] = number + 1
      this.#rounds[slot] = 1
    }
  }
}
