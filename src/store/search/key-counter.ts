import { KeyNumbers } from './key-numbers.ts'

// Counts keys, and keeps a number for each that the caller chooses.
export class KeyCounter {
  readonly #keys: KeyNumbers
  #counts: Uint32Array
  #notes: Uint32Array

  // `capacity` is a power of two.
  constructor(capacity = 1_024) {
    this.#keys = new KeyNumbers(capacity)
    this.#counts = new Uint32Array(capacity / 2)
    this.#notes = new Uint32Array(capacity / 2)
  }

  // Distinct keys.
  get size(): number {
    return this.#keys.size
  }

  // Adds to a key and returns its number. The note of a new key is `note`.
  add(key: number, note = 0, change = 1): number {
    const known = this.#keys.size
    const number = this.#keys.add(key)
    if (number < known) {
      this.#counts[number] = (this.#counts[number] as number) + change
      return number
    }
    if (number === this.#counts.length) this.#grow()
    this.#counts[number] = change
    this.#notes[number] = note
    return number
  }

  // The number of a key; -1 when it was not added.
  numberOf(key: number): number {
    return this.#keys.numberOf(key)
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
    return this.#keys.keyAt(number)
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
    for (let number = 0; number < this.size; number++) visit(this.#counts[number] as number, this.#keys.keyAt(number))
  }

  #grow(): void {
    const [counts, notes] = [this.#counts, this.#notes]
    this.#counts = new Uint32Array(counts.length * 2)
    this.#counts.set(counts)
    this.#notes = new Uint32Array(notes.length * 2)
    this.#notes.set(notes)
  }
}
