import { boundaryBefore } from './text/cut.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

interface Word extends Span {
  readonly folded: string
  readonly hashtag: boolean
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu
const MARKS = /\p{M}+/gu

// Finds the terms in a text by the matcher's rules: whole words, ignoring case and accents, several words in sequence or
// written together as a hashtag. Overlapping matches are merged.
export function findTerms(text: string, terms: readonly string[]): Span[] {
  const words = wordsOf(text)
  const spans: Span[] = []
  for (const term of terms) {
    const wanted = wordsOf(term).map((word) => word.folded)
    if (wanted.length > 0) spans.push(...findSequence(words, wanted))
  }
  return joinSpans(spans)
}

function findSequence(words: readonly Word[], wanted: readonly string[]): Span[] {
  const asHashtag = wanted.join('')
  const spans: Span[] = []
  for (const [index, word] of words.entries()) {
    if (word.hashtag && word.folded === asHashtag) spans.push({ start: word.start, end: word.end })
    else if (wanted.every((part, offset) => words[index + offset]?.folded === part)) {
      spans.push({ start: word.start, end: words[index + wanted.length - 1]?.end ?? word.end })
    }
  }
  return spans
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    folded: fold(match[0]),
    hashtag: text[match.index - 1] === '#',
  }))
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKC')
}

export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}

// The terms of a search that must occur: words and "phrases", without those that are -excluded. Words that follow each other are also
// found as the hashtag they form.
export function searchTerms(q: string): string[] {
  const items = [...q.matchAll(/(-?)(?:["“”„＂]([^"“”„＂]*)["“”„＂]?|([^\s"“”„＂]+))/gu)]
  const terms = items.filter(([, excluded]) => excluded === '').map(([, , phrase, word]) => phrase ?? word ?? '')
  const words = items.filter(([, excluded, phrase]) => excluded === '' && phrase === undefined).map(([word]) => word)
  return words.length > 1 ? [...terms, words.join(' ')] : terms
}

export interface Piece {
  readonly text: string
  readonly start: number
  readonly marked: boolean
}

// The part of the spans that lies in an excerpt, counted from its start.
export function cutSpans(spans: readonly Span[], excerpt: Span): Span[] {
  return spans
    .filter((span) => span.start < excerpt.end && span.end > excerpt.start)
    .map((span) => ({
      start: Math.max(span.start, excerpt.start) - excerpt.start,
      end: Math.min(span.end, excerpt.end) - excerpt.start,
    }))
}

// Splits a text into marked and unmarked pieces, in order.
export function cutPieces(text: string, spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end } of joinSpans(spans)) {
    if (start > at) pieces.push({ text: text.slice(at, start), start: at, marked: false })
    pieces.push({ text: text.slice(start, end), start, marked: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), start: at, marked: false })
  return pieces
}

// Selects the excerpt of a long text: its beginning, or the text around the first match when that lies beyond it.
// Cuts at nearby white space if there is any, and never inside a character.
export function chooseExcerpt(text: string, spans: readonly Span[], lengthMax: number): Span {
  if (text.length <= lengthMax) return { start: 0, end: text.length }
  const first = joinSpans(spans)[0]
  const wanted =
    first === undefined || first.end <= lengthMax ? 0 : Math.max(0, first.start - Math.floor(lengthMax / 4))
  const start = wanted === 0 ? 0 : cutNearSpace(text, wanted)
  const end = start + lengthMax >= text.length ? text.length : cutNearSpace(text, start + lengthMax)
  return { start, end: Math.max(end, start + 1) }
}

const SPACE_DISTANCE_MAX = 24

function cutNearSpace(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  if (space > at - SPACE_DISTANCE_MAX) return space
  return boundaryBefore(text, at)
}
