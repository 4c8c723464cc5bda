// Numbers of a few bits, packed into bytes, the lowest bits first.
export const BITS_MAX = 24

export class BitWriter {
  #bytes = new Uint8Array(1_024)
  #length = 0
  #held = 0
  #count = 0

  // `value` is below 2 ** width, and `width` at most `BITS_MAX`.
  bits(value: number, width: number): void {
    this.#held |= value << this.#count
    this.#count += width
    if (this.#length + 4 > this.#bytes.length) this.#grow()
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#held
      this.#held >>>= 8
      this.#count -= 8
    }
  }

  // What was written, valid until the next call; the writer is empty afterwards.
  take(): Uint8Array {
    if (this.#count > 0) this.bits(0, 8 - this.#count)
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2)
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

export class BitReader {
  readonly #bytes: Uint8Array
  #at: number
  #held = 0
  #count = 0

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  // Continues at a byte.
  seek(at: number): void {
    this.#at = at
    this.#held = 0
    this.#count = 0
  }

  bits(width: number): number {
    if (width === 0) return 0
    if (this.#count < width) this.#fill()
    const value = this.#held & ((1 << width) - 1)
    this.#held >>>= width
    this.#count -= width
    return value
  }

  // The number of ones before the next zero, which is passed too; at most `max` ones, without a zero then.
  ones(max: number): number {
    if (this.#count < BITS_MAX) this.#fill()
    const zeros = ~this.#held
    const found = zeros === 0 ? max : 31 - Math.clz32(zeros & -zeros)
    const ones = found < max ? found : max
    const passed = found < max ? found + 1 : max
    this.#held >>>= passed
    this.#count -= passed
    return ones
  }

  #fill(): void {
    while (this.#count <= 24) {
      if (this.#at < this.#bytes.length) this.#held |= (this.#bytes[this.#at] as number) << this.#count
      this.#at++
      this.#count += 8
    }
  }
}
