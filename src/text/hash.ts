// Hashes of strings as numbers that a double holds exactly. Words and terms have 48 bits: a word that is looked up must differ from
// the words of a segment, not each word from every other. Authors and stories, which are counted as distinct, have 52 bits.
// Stored indexes contain these hashes: changing the function requires indexing again.
export function hashWord(text: string): number {
  return hashWordAt(text, 0, text.length)
}

// The same of a part of a text, without cutting it out.
export function hashWordAt(text: string, start: number, end: number): number {
  hash(text, start, end)
  return (high & 0xffff) * 2 ** 32 + (low >>> 0)
}

// The same of a part in which capital letters of ASCII count as small ones.
export function hashLowerAt(text: string, start: number, end: number): number {
  let a = 0x3c6ef372 ^ (end - start)
  let b = 0x1b873593
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const lower = unit >= 65 && unit <= 90 ? unit | 32 : unit
    a = mixFirst(a, lower)
    b = mixSecond(b, lower)
  }
  finishHash(a, b)
  return (high & 0xffff) * 2 ** 32 + (low >>> 0)
}

export function hashIdentity(text: string): number {
  hash(text, 0, text.length)
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

function hash(text: string, start: number, end: number): void {
  let a = 0x3c6ef372 ^ (end - start)
  let b = 0x1b873593
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    a = mixFirst(a, unit)
    b = mixSecond(b, unit)
  }
  finishHash(a, b)
}

function mixFirst(state: number, unit: number): number {
  const mixed = Math.imul(state ^ unit, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

function mixSecond(state: number, unit: number): number {
  const mixed = Math.imul(state + unit, 0xc2b2ae35)
  return (mixed << 13) | (mixed >>> 19)
}

function finishHash(a: number, b: number): void {
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
