// The multiply-and-mix hash of all features. Models are trained against it: changing it requires retraining.
const STEP = 0x9e3779b1
export const WORD_SEED = 0x1234567
export const GRAM_SEED = 0x7654321

export function addUnit(state: number, unit: number): number {
  const next = Math.imul(state ^ unit, STEP)
  return next ^ (next >>> 15)
}

export function finish(state: number): number {
  let hash = state ^ (state >>> 15)
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

export function hashWord(text: string): number {
  let state = WORD_SEED
  for (let at = 0; at < text.length; at++) state = addUnit(state, text.charCodeAt(at))
  return finish(state)
}

export function hashPair(first: number, second: number): number {
  return finish(Math.imul(first, STEP) ^ second)
}
