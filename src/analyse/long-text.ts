import type { Span } from '../domain/keyword.ts'
import type { Judgement, ModelJudgement, Sentiment } from '../domain/sentiment.ts'
import { splitSentences } from '../text/sentences.ts'
import { endsInDefeatOf, eventBalance } from './news-events.ts'

// A long text says what it is about in its title and its first sentences; the rest is background, quotes and other topics, by which the
// sentiment model calls far too many articles negative or positive (docs/explanation/articles.md).
export const LONG_CHARACTERS_MIN = 400
const LEAD_SENTENCES = 2
// A shorter one is a dateline, a caption or a heading.
const SENTENCE_CHARACTERS_MIN = 25
const SUBJECT_SENTENCES_MIN = 4
const EXCERPT_SENTENCES_MAX = 8
// How many more events of one kind make an article negative or positive.
const BALANCE_MIN = 2
// The polar judgement of a lead needs this confidence.
const CONFIDENCE_MIN = 0.5

export function isLong(text: string): boolean {
  return text.length >= LONG_CHARACTERS_MIN
}

// The title, which is the first line, and the first two sentences.
export function leadOf(text: string): string {
  return textOf(leadSentences(sentencesOf(text)))
}

// The model's judgement of a lead, with a margin: what is only slightly polar is neutral.
export function withMargin(judgement: ModelJudgement): Judgement {
  if (judgement.sentiment === 0 || judgement.confidence >= CONFIDENCE_MIN) return judgement
  return byRule(0, judgement.probabilities[1])
}

// A judgement that is not the model's, so the probabilities of the model would contradict it.
export function byRule(sentiment: Sentiment, confidence: number): Judgement {
  return { sentiment, confidence, probabilities: null, model: 'rule' }
}

export interface Focus {
  // Whether the terms occur in passing: neither in the title and the first sentences, nor often.
  readonly passing: boolean
  // The sentiment of Indonesian news toward what the terms name, from what happens where they are mentioned.
  readonly newsSentiment: Sentiment
}

// `spans` are where the terms occur in the text. There are none when they are only in what is searched but not shown, such as the tags
// of a video: it is about them.
export function focusOf(text: string, spans: readonly Span[]): Focus {
  const sentences = sentencesOf(text)
  const lead = leadSentences(sentences)
  const mentioning = sentences.filter((sentence) => spanIn(sentence, spans) !== undefined)
  const inLead = spans.length === 0 || lead.some((sentence) => mentioning.includes(sentence))
  const excerpt = inLead ? lead : mentioning.slice(0, EXCERPT_SENTENCES_MAX)
  return {
    passing: !inLead && mentioning.length < SUBJECT_SENTENCES_MIN,
    newsSentiment: excerpt.some((sentence) => isDefeated(sentence, spans)) ? -1 : polarityOf(textOf(excerpt)),
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
  return sentences.map(({ text }) => text).join('\n')
}

function spanIn({ text, start }: Sentence, spans: readonly Span[]): Span | undefined {
  return spans.find((span) => span.start >= start && span.start < start + text.length)
}

function isDefeated(sentence: Sentence, spans: readonly Span[]): boolean {
  const span = spanIn(sentence, spans)
  return span !== undefined && endsInDefeatOf(sentence.text.slice(0, span.start - sentence.start))
}

function polarityOf(text: string): Sentiment {
  const balance = eventBalance(text)
  return balance >= BALANCE_MIN ? 1 : balance <= -BALANCE_MIN ? -1 : 0
}
