import { hash } from 'node:crypto'
import type { Platform } from '../../domain/platform.ts'

// How many different authors a story has: the smallest hashes of all of them are kept, sorted. Below the maximum these are all of the
// authors; at the maximum their number follows from how close together the hashes are (a k-minimum-values sketch, standard error 7 %).
export const AUTHOR_HASHES_MAX = 200

export function hashAuthor(platform: Platform, author: string): number {
  return hash('sha1', `${platform}\n${author}`, 'buffer').readInt32BE(0)
}

// Adds a hash to a sorted list of at most `max`. True when it was not in it.
export function addHash(hashes: number[], value: number, max: number = AUTHOR_HASHES_MAX): boolean {
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] as number) < value) low = middle + 1
    else high = middle
  }
  if (hashes[low] === value || low >= max) return false
  hashes.splice(low, 0, value)
  if (hashes.length > max) hashes.pop()
  return true
}

export function countAuthors(hashes: readonly number[]): number {
  if (hashes.length < AUTHOR_HASHES_MAX) return hashes.length
  const share = ((hashes[AUTHOR_HASHES_MAX - 1] as number) + 2 ** 31 + 1) / 2 ** 32
  return Math.max(AUTHOR_HASHES_MAX, Math.round((AUTHOR_HASHES_MAX - 1) / share))
}

// `hashes` is how many are kept.
export function areAuthorsExact(hashes: number): boolean {
  return hashes < AUTHOR_HASHES_MAX
}
