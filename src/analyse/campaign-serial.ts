import type { StoryCopy } from './campaign-copies.ts'
import { busiestWindow } from './campaign-window.ts'

// Copies that differ in a number which is hardly ever the same.
export interface Serial {
  // The first numbers, in the order of the posts.
  readonly numbers: readonly string[]
  readonly distinct: number
  // Whether the number mostly grows from one post to the next.
  readonly rising: boolean
}

const AUTHORS_MIN = 8
const DISTINCT_SHARE = 0.8
// Of the copies that have the number.
const PRESENT_SHARE = 0.9
const RISING_SHARE = 0.7
const HOUR_MS = 3_600_000
const NUMBERS_SHOWN = 8
const POSITIONS_MAX = 6

// People who report different measurements also write different numbers. So the numbers must grow with time, or the accounts post
// within an hour.
export function findSerial(copies: readonly StoryCopy[]): Serial | null {
  if (new Set(copies.map(({ author }) => author)).size < AUTHORS_MIN) return null
  const found = copies.map(({ text }) => numbersIn(text))
  for (let position = 0; position < POSITIONS_MAX; position++) {
    // Counted from the end: a comment before the text does not move it.
    const values = found.flatMap((numbers) => numbers.at(-1 - position) ?? [])
    if (values.length < PRESENT_SHARE * copies.length) break
    const distinct = new Set(values).size
    if (distinct < DISTINCT_SHARE * values.length) continue
    const rising = isRising(values.map(Number))
    if (rising || busiestWindow(copies, HOUR_MS).authors >= AUTHORS_MIN)
      return { numbers: values.slice(0, NUMBERS_SHOWN), distinct, rising }
  }
  return null
}

function numbersIn(text: string): string[] {
  const plain = text.replace(/https?:\S+|@\S+/g, ' ')
  return (plain.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(/[.,]/g, ''))
}

function isRising(values: readonly number[]): boolean {
  const steps = values.slice(1).filter((value, at) => value > (values[at] ?? 0)).length
  return steps >= RISING_SHARE * (values.length - 1)
}
