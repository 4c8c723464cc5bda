import { type Candidate, chooseSentences, refersBack } from './choose.ts'
import { authorOf, byWhom, type Context, HALF_LENGTH, idsOf, isNew, joinList, quote } from './context.ts'
import { largestFact, storyFact, TONES, toneFact } from './facts.ts'
import type { Draft, SummaryMention } from './material.ts'
import type { Reader } from './reader.ts'
import { holdsOffice, readStatement, type Statement } from './speakers.ts'
import { findThemes, type Theme } from './themes.ts'

const THEMES_MAX = 4
const SIDE_THEMES_MAX = 2
const STORIES_MAX = 2
// A text in two mentions has hardly circulated.
export const COPIES_MIN = 3
// The title and the first sentence of an article.
const BEGINNING_LENGTH = 300
// The judgement of a voice needs this confidence: a sentence that is only slightly negative does not stand for a side.
const VOICE_CONFIDENCE_MIN = 0.7

// What is talked about: one sentence of themes, and one of the stories with the most mentions.
export function themeSentence({ themes: all, phrases, named }: Context): Draft | null {
  const themes = all.slice(0, THEMES_MAX)
  if (themes.length === 0) return null
  for (const { phrase } of themes) named.add(phrase.toLowerCase())
  const text = phrases.themes(joinList(themes.map(quoteTheme), phrases))
  return { text: `${text}.`, evidence: evidenceOf(themes), facts: [] }
}

// The text that circulated most, chosen by the database among all stories, and the next one of the sample. Stories of the same size
// share the sentence. Null when no text has circulated.
export function storySentence(context: Context): Draft | null {
  const { phrases, facts, mentions } = context
  const circulated = mentions.filter(({ groupSize }) => groupSize >= COPIES_MIN)
  const large = stateTopic(circulated, context).toSorted((a, b) => b.groupSize - a.groupSize || (a.id < b.id ? -1 : 1))
  const shown: Quotation[] = []
  for (const mention of large) {
    // What is new has a sentence of its own.
    const isShown = shown.length === 0 || (shown.length < STORIES_MAX && !isNew(mention, facts))
    const quotation = isShown ? quoteOf(mention, context, HALF_LENGTH) : null
    if (quotation !== null) shown.push(quotation)
  }
  const [first, second] = shown
  if (first === undefined) return null
  const size = first.mention.groupSize
  const stands = facts.largestStory?.storyId === first.mention.storyId
  const parts = [
    stands
      ? phrases.mostCopied(byWhom(first.mention, phrases), size, first.quoted)
      : phrases.copied(byWhom(first.mention, phrases), size, first.quoted),
  ]
  const fact = storyFact(facts, first.mention)
  const stated = [stands ? largestFact(fact, 'largest_story', facts) : fact]
  if (second !== undefined) {
    parts.push(phrases.alsoCopied(byWhom(second.mention, phrases), second.mention.groupSize, second.quoted))
    stated.push(storyFact(facts, second.mention))
  }
  return { text: phrases.clauses(parts), evidence: idsOf(shown.map(({ mention }) => mention)), facts: stated }
}

// Texts that have the expression at their beginning, where an article says what it is about; all when none has.
export function stateTopic(mentions: readonly SummaryMention[], { reader }: Context): readonly SummaryMention[] {
  const stating = mentions.filter(({ text }) => reader.isAbout(text.slice(0, BEGINNING_LENGTH)))
  return stating.length > 0 ? stating : mentions
}

// A quotation that has to be cut, or that needs the sentence before it, is the second choice.
function whole(candidates: readonly Candidate[], lengthMax: number): readonly Candidate[] {
  const complete = candidates.filter(({ text }) => !refersBack(text) && !/(?:…|\.{3})["”]?$/u.test(text))
  const fitting = complete.filter(({ text }) => text.length <= lengthMax)
  return [fitting, complete].find(({ length }) => length > 0) ?? candidates
}

interface Quotation {
  readonly mention: SummaryMention
  readonly quoted: string
}

// The best sentence of a mention that holds the expression, or its best one when none does; null when all were quoted or none can be.
export function quoteOf(
  mention: SummaryMention,
  { candidates, reader, used }: Context,
  lengthMax: number,
): Quotation | null {
  const own = candidates.filter((candidate) => candidate.mention.id === mention.id)
  const about = own.filter(({ text }) => reader.isAbout(text))
  const [chosen] = chooseSentences(whole(about.length > 0 ? about : own, lengthMax), 1, { already: used })
  if (chosen === undefined) return null
  used.push(chosen)
  return { mention, quoted: quote(chosen.text, lengthMax) }
}

// Who speaks, and who asks for what: the largest stories in which a named person or body does.
export function speakerSentence(context: Context): Draft | null {
  const { phrases, candidates, reader, used } = context
  const already = new Set(used.map(({ text }) => text))
  const found = candidates
    .filter(({ text }) => !already.has(text))
    .flatMap((candidate) => {
      const statement = readStatement(candidate.text)
      if (statement === null || !reader.isAbout(candidate.text)) return []
      return [{ candidate, statement, fits: statement.words.length <= HALF_LENGTH }]
    })
    .filter(({ candidate, statement }) => hasName(statement.speaker, candidate.text, reader))
    .toSorted(
      (a, b) => Number(b.fits) - Number(a.fits) || b.candidate.mention.groupSize - a.candidate.mention.groupSize,
    )
  const request = found.find(({ statement }) => statement.isRequest)
  const said = found.find(({ statement }) => !statement.isRequest && statement.speaker !== request?.statement.speaker)
  const shown = [said, request].filter((one) => one !== undefined)
  if (shown.length === 0) return null
  used.push(...shown.map(({ candidate }) => candidate))
  const parts = shown.map(({ candidate, statement }) => speakerPart(statement, candidate.mention, context))
  const evidence = [...new Set(shown.map(({ candidate }) => candidate.mention.id))]
  return { text: phrases.clauses(parts), evidence, facts: [] }
}

// `Bupati Poso` is an office: it needs a person. A body or a person without an office names itself.
function hasName(speaker: string, sentence: string, reader: Reader): boolean {
  if (!holdsOffice(speaker)) return true
  return reader.persons(sentence).some((person) => speaker.toLowerCase().includes(person))
}

function speakerPart(statement: Statement, mention: SummaryMention, { phrases }: Context): string {
  const words = quote(statement.words, HALF_LENGTH)
  return phrases.speaks(statement.speaker, byWhom(mention, phrases), statement.isRequest, words)
}

// What each side talks about, with a voice: a sentence that holds the expression, and that the classifier clearly counts to that side.
export function sideSentence(context: Context): Draft | null {
  const { phrases, facts } = context
  const larger = facts.sentiment.positive > facts.sentiment.negative ? ([1, -1] as const) : ([-1, 1] as const)
  const sides = larger.flatMap((sentiment) => sidePart(sentiment, context) ?? [])
  if (sides.length === 0) return null
  return {
    text: phrases.sides(sides.map(({ text }) => text)),
    evidence: [...new Set(sides.flatMap(({ evidence }) => evidence))],
    facts: sides.flatMap((side) => side.facts ?? []),
  }
}

function sidePart(sentiment: 1 | -1, context: Context): Draft | null {
  const { phrases, facts, mentions, candidates, reader, used, named } = context
  const fact = toneFact(facts, sentiment)
  const own = candidates.filter(({ mention, text }) => {
    if (mention.sentiment !== sentiment || !reader.isAbout(text)) return false
    const judgement = reader.judge(text)
    return judgement.sentiment === sentiment && judgement.confidence >= VOICE_CONFIDENCE_MIN
  })
  const [voice] = chooseSentences(whole(own, HALF_LENGTH), 1, { already: used })
  if (voice === undefined || fact.value === 0) return null
  used.push(voice)
  const themes = risingThemes(sentiment, mentions, context)
  for (const { phrase } of themes) named.add(phrase.toLowerCase())
  const text = phrases.voice({
    tone: phrases.tones[TONES[sentiment]],
    count: fact.value,
    themes: joinList(themes.map(quoteTheme), phrases),
    by: byWhom(voice.mention, phrases),
    quote: quote(voice.text, HALF_LENGTH),
  })
  return { text, evidence: [voice.mention.id, ...evidenceOf(themes)], facts: [fact] }
}

// Themes that one side has and the other mentions hardly have.
function risingThemes(sentiment: 1 | -1, mentions: readonly SummaryMention[], context: Context): Theme[] {
  const { reader } = context
  const side = mentions.filter((mention) => mention.sentiment === sentiment)
  const share = side.length / mentions.length
  const everywhere = new Map(context.themes.map(({ phrase, mentions: all }) => [phrase.toLowerCase(), all]))
  return findThemes(side, reader, Number.POSITIVE_INFINITY)
    .filter(({ phrase, mentions: own }) => {
      const all = everywhere.get(phrase.toLowerCase())?.length ?? own.length
      return own.length > 1 && own.length / all > Math.min(0.9, share * 1.5) && !isNamed(phrase, context)
    })
    .slice(0, SIDE_THEMES_MAX)
}

// Whether a sentence before has named it.
export function isNamed(phrase: string, { named }: Context): boolean {
  return named.has(phrase.toLowerCase())
}

export function quoteTheme({ phrase }: Theme): string {
  return `"${phrase}"`
}

export function evidenceOf(themes: readonly Theme[]): string[] {
  return [...new Set(themes.map(({ mentions }) => mentions[0]?.id ?? ''))]
}

// A statement that nothing else in the summary quotes, nearest to what most of the mentions say.
export function statementSentence(context: Context): Draft | null {
  const { phrases, candidates, reader, used } = context
  const about = candidates.filter(({ text }) => reader.isAbout(text))
  const [chosen] = chooseSentences(about.length > 0 ? about : candidates, 1, { already: used })
  if (chosen === undefined) return null
  used.push(chosen)
  const { mention } = chosen
  const author = authorOf(mention, phrases)
  const where = mention.platform === 'news' ? null : phrases.platforms[mention.platform]
  return { text: `${phrases.writes(author, where, quote(chosen.text))}.`, evidence: [mention.id], facts: [] }
}
