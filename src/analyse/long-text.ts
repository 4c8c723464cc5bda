import type { Span } from '../domain/keyword.ts'
import { splitSentences } from '../text/sentences.ts'

// A long text says what it is about in its title and its first sentences, and what it says of a subject in the sentences that name it;
// the rest is background, quotes and other topics (docs/explanation/articles.md).
const LONG_CHARACTERS_MIN = 400
const LEAD_SENTENCES = 2
// A shorter one is a dateline, a caption or a heading.
const SENTENCE_CHARACTERS_MIN = 25
const SUBJECT_SENTENCES_MIN = 4
const EXCERPT_SENTENCES_MAX = 8
const EXCERPT_CHARACTERS_MAX = 2_000

export function isLong(text: string): boolean {
  return text.length >= LONG_CHARACTERS_MIN
}

// The title, which is the first line, and the first two sentences.
export function leadOf(text: string): string {
  return textOf(leadSentences(sentencesOf(text)))
}

export interface Focus {
  // Whether the terms occur in passing: neither in the title and the first sentences, nor often.
  readonly passing: boolean
  // The sentences with the terms.
  readonly excerpt: string
  // The same after the title, as the encoder reads articles: with a mark before each term, and one at the beginning if in passing.
  readonly marked: string
}

// `spans` are where the terms occur in the text. There are none when they are only in what is searched but not shown, such as the tags
// of a video: it is about them.
export function focusOf(text: string, spans: readonly Span[]): Focus {
  const sentences = sentencesOf(text)
  const lead = leadSentences(sentences)
  const mentioning = sentences.filter((sentence) => spansIn(sentence, spans).length > 0)
  const inLead = spans.length === 0 || lead.some((sentence) => mentioning.includes(sentence))
  const passing = !inLead && mentioning.length < SUBJECT_SENTENCES_MIN
  const chosen = spans.length === 0 ? lead : mentioning.slice(0, EXCERPT_SENTENCES_MAX)
  const titled = [...new Set([...sentences.slice(0, 1), ...chosen])]
  return {
    passing,
    excerpt: textOf(chosen),
    marked: `${passing ? '<passing> ' : ''}${titled.map((sentence) => markSpans(sentence, spans)).join('\n')}`,
  }
}

interface Sentence {
  readonly text: string
  readonly start: number
}

function sentencesOf(text: string): Sentence[] {
  let end = 0
  return splitSentences(text).map((sentence) => {
    const start = text.indexOf(sentence, end)
    end = start + sentence.length
    return { text: sentence, start }
  })
}

function leadSentences(sentences: readonly Sentence[]): Sentence[] {
  const [title, ...body] = sentences
  if (title === undefined) return []
  return [title, ...body.filter(({ text }) => text.length >= SENTENCE_CHARACTERS_MIN).slice(0, LEAD_SENTENCES)]
}

function textOf(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text }) => text)
    .join('\n')
    .slice(0, EXCERPT_CHARACTERS_MAX)
}

function spansIn({ text, start }: Sentence, spans: readonly Span[]): Span[] {
  return spans.filter((span) => span.start >= start && span.start < start + text.length)
}

function markSpans(sentence: Sentence, spans: readonly Span[]): string {
  const starts = [...new Set(spansIn(sentence, spans).map(({ start }) => start - sentence.start))].sort((a, b) => a - b)
  return [0, ...starts].map((from, at) => sentence.text.slice(from, starts[at])).join('<subject> ')
}
