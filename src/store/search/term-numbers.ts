import { openCache } from './cache.ts'
import { KeyNumbers } from './key-numbers.ts'
import type { MentionTerms } from './mention-terms.ts'
import { NONE, type Ordinals, subtract } from './ordinals.ts'

// Terms of a project as small numbers, like its authors and stories (project-numbers.ts): the terms of mentions that are counted in
// reading after reading are looked up once.
export interface TermNumbers {
  // Names this list: numbers of another one mean other terms.
  readonly id: number
  readonly keys: KeyNumbers
}

// A mention has up to two hundred terms, most of which occur in no other one: a list that has grown to this size makes way for a new one.
const SIZE_MAX = 2 ** 20
const CACHE_BYTES_MAX = 32 * 2 ** 20
const cache = openCache<TermNumbers>(CACHE_BYTES_MAX, CACHE_BYTES_MAX)
let lists = 0

export function termNumbersOf(projectId: string): TermNumbers {
  const known = cache.get(projectId)
  const numbers = known !== undefined && known.keys.size < SIZE_MAX ? known : { id: lists++, keys: new KeyNumbers() }
  cache.set(projectId, numbers, numbers.keys.bytes)
  return numbers
}

// The terms of some mentions of a part as numbers.
export interface NumberedTerms {
  readonly ordinals: Ordinals
  // Where the numbers of each mention begin; those of the next one begin where they end.
  readonly starts: Uint32Array
  // Each term of a mention once.
  readonly numbers: Uint32Array
}

export const NO_TERMS: NumberedTerms = { ordinals: NONE, starts: new Uint32Array(1), numbers: new Uint32Array(0) }

export function bytesOf({ ordinals, starts, numbers }: NumberedTerms): number {
  return 200 + ordinals.byteLength + starts.byteLength + numbers.byteLength
}

export function numberTerms(ordinals: Ordinals, { starts, keys }: MentionTerms, list: TermNumbers): NumberedTerms {
  const numbers = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at++) numbers[at] = list.keys.add(keys[at] as number)
  return { ordinals, starts, numbers }
}

// Those of both, which have no mention in common.
export function joinTerms(a: NumberedTerms, b: NumberedTerms): NumberedTerms {
  if (a.ordinals.length === 0) return b
  const ordinals = new Uint32Array(a.ordinals.length + b.ordinals.length)
  ordinals.set(a.ordinals)
  ordinals.set(b.ordinals, a.ordinals.length)
  ordinals.sort()
  const starts = new Uint32Array(ordinals.length + 1)
  const numbers = new Uint32Array(a.numbers.length + b.numbers.length)
  let i = 0
  let j = 0
  for (let index = 0; index < ordinals.length; index++) {
    const own = a.ordinals[i] === ordinals[index] ? numbersAt(a, i++) : numbersAt(b, j++)
    const start = starts[index] as number
    numbers.set(own, start)
    starts[index + 1] = start + own.length
  }
  return { ordinals, starts, numbers }
}

function numbersAt({ starts, numbers }: NumberedTerms, index: number): Uint32Array {
  return numbers.subarray(starts[index], starts[index + 1])
}

export function missingFrom({ ordinals }: NumberedTerms, wanted: Ordinals): Ordinals {
  return subtract(wanted, ordinals)
}

// Where the numbers of each of the wanted mentions, which are among these, begin and end.
export function spansOf({ ordinals, starts }: NumberedTerms, wanted: Ordinals): Uint32Array {
  const spans = new Uint32Array(wanted.length * 2)
  let at = 0
  for (let index = 0; index < wanted.length; index++) {
    while ((ordinals[at] as number) < (wanted[index] as number)) at++
    spans[index * 2] = starts[at] as number
    spans[index * 2 + 1] = starts[at + 1] as number
  }
  return spans
}
