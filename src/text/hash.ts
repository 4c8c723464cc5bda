// Hashes of strings as numbers that a double holds exactly. Words and terms have 48 bits: a word that is looked up must differ from
// the words of a segment, not each word from every other. Authors and stories, which are counted as distinct, have 52 bits.
// Stored indexes contain these hashes: changing the function requires indexing again.
export function hashWord(text: string): number {
  hash(text)
  return (high & 0xffff) * 2 ** 32 + (low >>> 0)
}

export function hashIdentity(text: string): number {
  hash(text)
  return (high & 0xfffff) * 2 ** 32 + (low >>> 0)
}

// A 48-bit hash of two numbers, in this order.
export function hashPair(first: number, second: number): number {
  const a = mix(first >>> 0, Math.floor(first / 2 ** 32))
  const b = mix((second >>> 0) ^ 0x5bd1e995, Math.floor(second / 2 ** 32))
  const one = finish(Math.imul(a, 0x9e3779b1) ^ b)
  const two = finish(Math.imul(b, 0x85ebca6b) ^ ((a << 13) | (a >>> 19)))
  return (two & 0xffff) * 2 ** 32 + (one >>> 0)
}

let low = 0
let high = 0

function hash(text: string): void {
  let a = 0x3c6ef372 ^ text.length
  let b = 0x1b873593
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    a ^= a >>> 15
    b = Math.imul(b + unit, 0xc2b2ae35)
    b = (b << 13) | (b >>> 19)
  }
  low = finish(a ^ ((b << 7) | (b >>> 25)))
  high = finish(b ^ Math.imul(a, 0x27d4eb2f))
}

function mix(lowPart: number, highPart: number): number {
  return finish(lowPart ^ Math.imul(highPart, 0x27d4eb2f))
}

function finish(state: number): number {
  let mixed = state ^ (state >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
