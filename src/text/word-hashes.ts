import { hashLowerAt, hashWord } from './hash.ts'
import { readWords } from './words.ts'

// Collects the hashes of words. It keeps its memory, so that each document costs one array.
export class WordHashes {
  #hashes = new Float64Array(1_024)
  #length = 0

  add(hash: number): void {
    if (this.#length === this.#hashes.length) {
      const grown = new Float64Array(this.#length * 2)
      grown.set(this.#hashes)
      this.#hashes = grown
    }
    this.#hashes[this.#length++] = hash
  }

  // Adds all words of a text and all of their readings (words.ts). Between two spaces, a text of plain letters, digits and punctuation
  // is hashed where it stands, which takes a fifth of the time; nothing that words.ts reads extends over a space.
  addText(text: string): void {
    for (let at = 0; at < text.length; ) {
      const first = this.#length
      const end = this.#addPlain(text, at)
      if (end >= 0) at = end
      else {
        this.#length = first
        const start = at
        while (at < text.length && !isSpace(text.charCodeAt(at))) at++
        this.#addRead(text.slice(start, at))
      }
    }
  }

  // What was added; empty afterwards.
  take(): Float64Array {
    const taken = this.#hashes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  // Adds the words up to the next space and returns the offset after it; -1 where there is more than plain characters.
  #addPlain(text: string, from: number): number {
    let start = -1
    for (let at = from; ; at++) {
      const kind = at < text.length ? plainKind(text.charCodeAt(at)) : SPACE
      if (kind === WORD) {
        if (start < 0) start = at
        continue
      }
      if (kind === OTHER) return -1
      if (start >= 0) this.add(hashLowerAt(text, start, at))
      start = -1
      if (kind === SPACE) return at + 1
    }
  }

  #addRead(text: string): void {
    const { keys, readings } = readWords(text)
    for (const key of keys) this.add(hashWord(key))
    for (const list of readings?.values() ?? []) for (const { key } of list) this.add(hashWord(key))
  }
}

const WORD = 1
const BETWEEN = 2
const SPACE = 3
const OTHER = 4
// Characters with a meaning of their own in words.ts.
const SIGNS = new Set("#@_'`")

const PLAIN = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[a-z0-9]/i.test(character)) return WORD
  if (SIGNS.has(character)) return OTHER
  return ' \n\r\t'.includes(character) ? SPACE : BETWEEN
})

function plainKind(unit: number): number {
  return unit < 128 ? (PLAIN[unit] as number) : OTHER
}

function isSpace(unit: number): boolean {
  return plainKind(unit) === SPACE
}
