import { idAt, idBytes } from '../ids.ts'

// The keys under which some stories are found, in one sorted list that never changes. Runs are merged as they become many, as in a
// log-structured tree: storing a key costs a few bytes at the end of a table instead of a row and a place in an index.
export interface KeyRun {
  readonly size: number
  // A key times 2 ** 20, plus the number of a story that has it: ascending.
  readonly entries: Float64Array
  // Of the stories, in the order in which they were stored, sixteen bytes each.
  readonly ids: Buffer
}

export interface KeyedStory {
  readonly id: string
  // Signed 32-bit.
  readonly keys: readonly number[]
}

const NUMBERS = 2 ** 20
// Above this, merging would hold the project's row lock for too long.
export const RUN_STORIES_MAX = 2 ** 18

export function buildRun(stories: readonly KeyedStory[]): KeyRun {
  const entries = Float64Array.from(stories.flatMap(({ keys }, number) => keys.map((key) => entryOf(key, number))))
  return { size: stories.length, entries: entries.sort(), ids: Buffer.concat(stories.map(({ id }) => idBytes(id))) }
}

function entryOf(key: number, number: number): number {
  return (key >>> 0) * NUMBERS + number
}

// `runs` are in the order in which they were stored.
export function mergeRuns(runs: readonly KeyRun[]): KeyRun {
  let before = 0
  let lists = runs.map(({ entries, size }) => {
    const first = before
    before += size
    return first === 0 ? entries : entries.map((entry) => entry + first)
  })
  while (lists.length > 1) {
    const merged: Float64Array[] = []
    for (let at = 0; at < lists.length; at += 2) {
      const [a, b] = [lists[at] as Float64Array, lists[at + 1]]
      merged.push(b === undefined ? a : mergeSorted(a, b))
    }
    lists = merged
  }
  return { size: before, entries: lists[0] ?? new Float64Array(0), ids: Buffer.concat(runs.map(({ ids }) => ids)) }
}

function mergeSorted(a: Float64Array, b: Float64Array): Float64Array {
  const merged = new Float64Array(a.length + b.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < merged.length; at++) {
    const takesFirst = j === b.length || (i < a.length && (a[i] as number) <= (b[j] as number))
    merged[at] = (takesFirst ? a[i++] : b[j++]) as number
  }
  return merged
}

// Passes the stories of each key, the latest stored first, until `found` returns false. `keys` are unsigned and ascend, so that one walk
// through the run finds all of them.
export function findInRun(
  { entries, ids }: KeyRun,
  keys: readonly number[],
  found: (key: number, id: string) => boolean,
): void {
  let end = 0
  for (const key of keys) {
    const first = key * NUMBERS
    end = firstAt(entries, first + NUMBERS, end)
    for (let at = end - 1; at >= 0 && (entries[at] as number) >= first; at--)
      if (!found(key, idAt(ids, (entries[at] as number) - first))) break
  }
}

// The first entry that is not below `value`, from `from` on: near ones are found in a few steps.
function firstAt(entries: Float64Array, value: number, from: number): number {
  let low = from
  let step = 1
  while (low + step <= entries.length && (entries[low + step - 1] as number) < value) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, entries.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

// The keys of each story, by its number.
export function keysByNumber({ entries, size }: KeyRun): number[][] {
  const keys = Array.from({ length: size }, (): number[] => [])
  for (const entry of entries) keys[entry % NUMBERS]?.push(Math.floor(entry / NUMBERS) | 0)
  return keys
}

// Float64Arrays are stored as the machine has them in memory: all machines that Node runs on have the lowest byte first.
export function toBytes({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}

export function toEntries(bytes: Buffer): Float64Array {
  return new Float64Array(Uint8Array.from(bytes).buffer)
}

// What is kept in memory of a large run, whose entries stay in the database.
export interface RunFilter {
  // Bits: a key that is in the run has all of its own set; of others, one in 50.
  readonly bits: Uint32Array
  // The key of each `FENCE`th entry.
  readonly fences: Uint32Array
}

// A slice of so many entries is about as large as what the database reads at once.
export const FENCE = 256
const BITS_PER_ENTRY = 10
const PROBES = 5

export function buildFilter({ entries }: KeyRun): RunFilter {
  const bits = new Uint32Array(Math.ceil((entries.length * BITS_PER_ENTRY) / 32))
  const fences = new Uint32Array(Math.ceil(entries.length / FENCE))
  for (let at = 0; at < entries.length; at++) {
    const key = Math.floor((entries[at] as number) / NUMBERS)
    if (at % FENCE === 0) fences[at / FENCE] = key
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = bitOf(key, probe, bits.length * 32)
      bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31))
    }
  }
  return { bits, fences }
}

export function mayContain({ bits }: RunFilter, key: number): boolean {
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitOf(key, probe, bits.length * 32)
    if (((bits[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false
  }
  return true
}

function bitOf(key: number, probe: number, bits: number): number {
  let mixed = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d + probe * 0x3d4d51ca)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  mixed ^= mixed >>> 15
  return Math.floor(((mixed >>> 0) / 2 ** 32) * bits)
}

// The number of the last fence that is not above a key: the slice that begins there has the last entries of the key. -1 when the run
// begins above the key.
export function fenceOf({ fences }: RunFilter, key: number): number {
  let [low, high] = [0, fences.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((fences[middle] as number) <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}

// The stories of a key in a slice of the entries of a run, the latest first.
export function numbersInSlice(slice: Float64Array, key: number): number[] {
  const first = key * NUMBERS
  const numbers: number[] = []
  for (let at = firstAt(slice, first + NUMBERS, 0) - 1; at >= 0 && (slice[at] as number) >= first; at--)
    numbers.push((slice[at] as number) - first)
  return numbers
}
