// Numbers of up to 53 bits in as few bytes as they need: seven bits a byte, the lowest first, the highest bit set on all but the last.
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4_096)
  length = 0

  number(value: number): void {
    if (this.length + 8 > this.#bytes.length) this.#grow(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.length++] = rest
  }

  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  // What was written, valid until the next call; the writer is empty afterwards.
  lend(): Uint8Array {
    const lent = this.#bytes.subarray(0, this.length)
    this.length = 0
    return lent
  }

  // What was written, as a copy; the writer is empty afterwards.
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.length))
    this.length = 0
    return taken
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + needed))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }
}

export class ByteReader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  get done(): boolean {
    return this.at >= this.#bytes.length
  }

  number(): number {
    let byte = this.#bytes[this.at++] as number
    if (byte < 128) return byte
    let value = byte & 127
    let unit = 128
    do {
      byte = this.#bytes[this.at++] as number
      value += (byte & 127) * unit
      unit *= 128
    } while (byte >= 128)
    return value
  }

  // Passes over so many numbers.
  skip(numbers: number): void {
    for (let left = numbers; left > 0; ) if ((this.#bytes[this.at++] as number) < 128) left--
  }

  bytes(length: number): Buffer {
    const bytes = this.#bytes.subarray(this.at, this.at + length)
    this.at += length
    return bytes
  }
}

const WORD_BYTES = 6

// 48-bit hashes, six bytes each.
export function packWords(words: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(words.length * WORD_BYTES)
  for (let at = 0; at < words.length; at++) bytes.writeUIntBE(words[at] as number, at * WORD_BYTES, WORD_BYTES)
  return bytes
}

export function unpackWords(bytes: Buffer): Float64Array {
  const words = new Float64Array(bytes.length / WORD_BYTES)
  for (let at = 0; at < words.length; at++) words[at] = bytes.readUIntBE(at * WORD_BYTES, WORD_BYTES)
  return words
}

export const IDENTITY_BYTES = 7

// 52-bit hashes, seven bytes each.
export function packIdentities(values: Float64Array): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * IDENTITY_BYTES)
  for (const [at, value] of values.entries()) {
    bytes[at * IDENTITY_BYTES] = Math.floor(value / 2 ** 48)
    bytes.writeUIntBE(value % 2 ** 48, at * IDENTITY_BYTES + 1, 6)
  }
  return bytes
}

export function unpackIdentities(bytes: Buffer): Float64Array {
  const values = new Float64Array(bytes.length / IDENTITY_BYTES)
  for (let at = 0; at < values.length; at++) {
    const start = at * IDENTITY_BYTES
    values[at] = (bytes[start] as number) * 2 ** 48 + bytes.readUIntBE(start + 1, 6)
  }
  return values
}
