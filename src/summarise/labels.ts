import type { Day } from '../domain/day.ts'
import { PLATFORM_ROWS } from '../domain/platform.ts'
import type { Facts, SummaryMention } from './material.ts'
import { readNumbers } from './numbers.ts'

// A number next to a label must be that label's count: swapped counts of two sentiments would pass a check of the numbers alone.
const SENTIMENTS = [
  ['positive', /\b(?:positif|positive)\b/giu],
  ['neutral', /\b(?:netral|neutral)\b/giu],
  ['negative', /\b(?:negatif|negative)\b/giu],
] as const
// News is left out: its label is an ordinary word.
export const PLATFORM_LABELS = PLATFORM_ROWS.filter(({ id }) => id !== 'news').map(
  ({ id, label }) => [id, new RegExp(`\\b(?:${label.en}|${capitalised(id)}|${id})\\b`, 'gu')] as const,
)

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
// The text allowed between a number and its label: a few words, but no comma, which starts another item.
const BESIDE = /^(?:[\s():–-]+[\p{L}'-]+){0,3}[\s():–-]*$/u
const COUNT_NOUN = /^\s+(?:mentions?|sebutan|penyebutan)\b/iu

export function checkLabels(text: string, facts: Facts, cited: readonly SummaryMention[]): boolean {
  const numbers = readNumbers(text)
  const perDay = facts.days.map((day) => ({ ...day, total: day.positive + day.neutral + day.negative }))
  // A number of mentions must be a count from the database, even if a mention contains that number.
  const counts = new Set<number>([facts.total, ...Object.values(facts.sentiment), ...Object.values(facts.platforms)])
  for (const day of perDay) for (const count of [day.total, day.positive, day.neutral, day.negative]) counts.add(count)
  for (const { groupSize } of cited) counts.add(groupSize)
  for (const { mentions } of Object.values(facts.recent ?? {})) counts.add(mentions)
  for (const { value, end } of numbers) if (COUNT_NOUN.test(text.slice(end)) && !counts.has(Number(value))) return false

  for (const [name, label] of SENTIMENTS) {
    const allowed = [facts.sentiment[name], ...perDay.map((day) => day[name])]
    if (!labelHolds(text, numbers, label, allowed, facts.total)) return false
  }
  for (const [name, label] of PLATFORM_LABELS) {
    if (!labelHolds(text, numbers, label, [facts.platforms[name] ?? 0], facts.total)) return false
  }
  return true
}

// Each occurrence of the label that has a number next to it must have its own count on one side.
function labelHolds(
  text: string,
  numbers: ReturnType<typeof readNumbers>,
  label: RegExp,
  allowed: readonly number[],
  total: number,
): boolean {
  for (const match of text.matchAll(label)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const before = numbers.findLast((number) => number.end <= start)
    const after = numbers.find((number) => number.start >= end)
    const beside = [
      before !== undefined && BESIDE.test(afterPercent(text.slice(before.end, start))) ? before : undefined,
      after !== undefined && BESIDE.test(text.slice(end, after.start)) ? after : undefined,
    ].filter((number) => number !== undefined)
    const holds = beside.some(({ value, percent }) =>
      percent ? allowed.some((count) => isShare(Number(value), count, total)) : allowed.includes(Number(value)),
    )
    if (beside.length > 0 && !holds) return false
  }
  return true
}

function afterPercent(text: string): string {
  return text.replace(/^\s*(?:%|persen\b|percent\b)/i, '')
}

function isShare(percent: number, count: number, total: number): boolean {
  const exact = total > 0 ? (100 * count) / total : 0
  return percent === Math.round(exact) || percent === Math.round(exact * 10) / 10
}

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'januari january jan',
    'februari february feb',
    'maret march mar',
    'april apr',
    'mei may',
    'juni june jun',
    'juli july jul',
    'agustus august agu ags aug',
    'september sep sept',
    'oktober october okt oct',
    'november nov',
    'desember december des dec',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1])),
)
const MONTH_NAMES = Object.keys(MONTHS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const DATE = new RegExp(
  `\\b(\\d{1,2})\\s+(${MONTH_NAMES})\\b\\.?(?:\\s+(\\d{4})\\b)?|\\b(${MONTH_NAMES})\\s+(\\d{1,2})\\b(?:,?\\s+(\\d{4})\\b)?|\\b(\\d{4})-(\\d{2})-(\\d{2})\\b|\\b(${MONTH_NAMES})\\s+(\\d{4})\\b`,
  'giu',
)

// `3 dan 9 Juni 2026` is two dates.
const RANGE = new RegExp(`\\b(\\d{1,2})(\\s+(?:dan|and)\\s+\\d{1,2}\\s+((?:${MONTH_NAMES})\\b(?:\\s+\\d{4})?))`, 'giu')

export interface Dates {
  // The text without its dates.
  readonly rest: string
  // The numbers of dates outside the period: they must be in a mention.
  readonly unknown: readonly (readonly string[])[]
  // The days, or months, of the period that it gives.
  readonly days: readonly Day[]
}

// A date inside the period is known from the facts; its day and year are not counts.
export function readDates(text: string, facts: Facts): Dates {
  const unknown: string[][] = []
  const days: Day[] = []
  const rest = text.replace(RANGE, '$1 $3$2').replace(DATE, (whole, ...groups: (string | undefined)[]) => {
    const [dayA, monthA, yearA, monthB, dayB, yearB, yearC, monthC, dayC, monthD, yearD] = groups
    const month = monthC ?? String(MONTHS[(monthA ?? monthB ?? monthD ?? '').toLowerCase()] ?? 0)
    const year = yearA ?? yearB ?? yearC ?? yearD
    const inside = daysInside(facts, { day: dayA ?? dayB ?? dayC, month, year })
    days.push(...inside)
    if (inside.length === 0) {
      unknown.push(readNumbers(whole.replaceAll('-', ' ')).map(({ value }) => value))
    }
    return ' '
  })
  return { rest, unknown, days }
}

// The days or months of the period that a date may mean: without a year, there may be two.
function daysInside(
  facts: Facts,
  date: { day: string | undefined; month: string; year: string | undefined },
): string[] {
  const month = date.month.padStart(2, '0')
  const years = date.year === undefined ? [facts.from.slice(0, 4), facts.to.slice(0, 4)] : [date.year]
  const length = date.day === undefined ? 7 : 10
  const [from, to] = [facts.from.slice(0, length), facts.to.slice(0, length)]
  return years
    .map((year) => (date.day === undefined ? `${year}-${month}` : `${year}-${month}-${date.day.padStart(2, '0')}`))
    .filter((day) => day >= from && day <= to)
}
