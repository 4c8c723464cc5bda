import type { Span } from '../domain/keyword.ts'
import { readWords, spanOf, type Words } from '../text/words.ts'
import type { StoryCopy } from './campaign-copies.ts'

export interface Wording {
  // The longest passage that most copies have, as the first copy has it.
  readonly text: string
  // The share of the copies that have every three words of it in sequence.
  readonly share: number
  // What is shared, in a text.
  marksIn(text: string): Span[]
}

export interface Timeline {
  readonly stepMs: number
  readonly points: readonly { readonly atMs: number; readonly copies: number }[]
}

const RUN = 3
const SHARED_SHARE = 0.8
const COMPARED_MAX = 60
const STEPS_MS = [1, 5, 15, 60, 360, 1_440, 10_080].map((minutes) => minutes * 60_000)
const POINTS_MAX = 60

// The words that copies have in common: runs of three words that at least four of five have.
export function sharedWording(copies: readonly StoryCopy[]): Wording {
  const compared = copies.slice(0, COMPARED_MAX).map(({ text }) => runsOf(readWords(text)))
  const counts = new Map<string, number>()
  for (const runs of compared) for (const run of new Set(runs)) counts.set(run, (counts.get(run) ?? 0) + 1)
  const shared = new Set([...counts].filter(([, count]) => count >= SHARED_SHARE * compared.length).map(([run]) => run))
  const marksIn = (text: string) => spansOf(text, shared)
  const first = copies[0]?.text ?? ''
  const longest = marksIn(first).sort((a, b) => b.end - b.start - (a.end - a.start))[0]
  const text = longest === undefined ? '' : first.slice(longest.start, longest.end)
  const needed = runsOf(readWords(text))
  const having = compared.filter((runs) => needed.every((run) => runs.includes(run))).length
  return { text, share: text === '' ? 0 : having / compared.length, marksIn }
}

// Copies over time, without gaps, in steps of which there are not too many.
export function timelineOf(copies: readonly StoryCopy[]): Timeline {
  const times = copies.map(({ atMs }) => atMs)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const stepMs =
    STEPS_MS.find((step) => (to - from) / step < POINTS_MAX - 1) ?? Math.ceil((to - from) / (POINTS_MAX - 1))
  const start = Math.floor(from / stepMs)
  const counts = Array.from({ length: Math.floor(to / stepMs) - start + 1 }, () => 0)
  for (const at of times) counts[Math.floor(at / stepMs) - start] = (counts[Math.floor(at / stepMs) - start] ?? 0) + 1
  return { stepMs, points: counts.map((count, at) => ({ atMs: (start + at) * stepMs, copies: count })) }
}

// All numbers are one word, as a campaign may number its copies.
function runsOf({ keys }: Words): string[] {
  const words = keys.map((key) => (/^\d+$/.test(key) ? '0' : key))
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))
}

function spansOf(text: string, shared: ReadonlySet<string>): Span[] {
  const words = readWords(text)
  const spans: Span[] = []
  let open: { start: number; end: number } | null = null
  for (const [at, run] of runsOf(words).entries()) {
    if (!shared.has(run)) continue
    if (open !== null && at <= open.end) open.end = at + RUN - 1
    else {
      if (open !== null) spans.push(toSpan(words, open))
      open = { start: at, end: at + RUN - 1 }
    }
  }
  if (open !== null) spans.push(toSpan(words, open))
  return spans
}

function toSpan(words: Words, { start, end }: { readonly start: number; readonly end: number }): Span {
  return spanOf(words, words.starts[start] ?? 0, words.ends[end] ?? 0)
}
