import { hashWord } from '../hash.ts'

// Words that stand between similar words share a class (train/word-classes.ts); class 0 is that of all other words.
export const CLASS_BITS = 9
export const CLASSES = 1 << CLASS_BITS
const SLOT_BITS = 18
export const CLASS_SLOTS = 1 << SLOT_BITS
// An entry has the class and, above it, some bits of the hash, so that a word without a class rarely gets one.
const CHECK_MASK = (1 << (15 - CLASS_BITS)) - 1

export function slotOf(word: string): number {
  return hashWord(word) & (CLASS_SLOTS - 1)
}

export function packClass(word: string, wordClass: number): number {
  return (checkOf(hashWord(word)) << CLASS_BITS) | wordClass
}

export function classOf(table: Int16Array, word: string): number {
  const hash = hashWord(word)
  const entry = table[hash & (CLASS_SLOTS - 1)] as number
  return entry >> CLASS_BITS === checkOf(hash) ? entry & (CLASSES - 1) : 0
}

function checkOf(hash: number): number {
  return (hash >>> SLOT_BITS) & CHECK_MASK
}
