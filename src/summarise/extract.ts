import { logOdds } from '../analyse/terms.ts'
import { dayOf } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { cutText } from '../text/plain.ts'
import { termsOf } from '../text/terms.ts'
import { type Candidate, candidatesOf, chooseSentences, QUOTABLE_LENGTH } from './choose.ts'
import { plainText } from './clean.ts'
import { dayFact, largestFact, shareFact, sourceFact, storyFact, TONES, toneFact, totalFact, totalOf } from './facts.ts'
import type { DayCounts, Draft, Facts, Material, SummaryMention } from './material.ts'
import { PHRASES, type Phrases } from './phrases.ts'
import { findQuote, type QuotedText, quotedText } from './quotes.ts'

const STATEMENTS_MAX = 3
const TERMS_MAX = 4
// A text in two mentions has hardly circulated.
const COPIES_MIN = 3
const EMPTY_TEXT = quotedText('')
// A text with a thousand copies is still one text.
const WEIGHT_MAX = 20

interface Context {
  readonly phrases: Phrases
  readonly facts: Facts
  readonly mentions: readonly SummaryMention[]
  readonly candidates: readonly Candidate[]
  readonly sources: ReadonlyMap<string, QuotedText>
  // Sentences quoted so far: nothing is quoted twice.
  readonly used: Candidate[]
}

// The built-in summariser: prose around the counts and literal quotations from mentions. The same material always gives the same
// text. It has four paragraphs: volume and sources; themes; the positive and the negative side; development over time.
export function extract({ mentions, facts, language }: Material): Draft[] {
  if (mentions.length === 0) return []
  const context: Context = {
    phrases: PHRASES[language],
    facts,
    mentions,
    candidates: candidatesOf(mentions),
    sources: new Map(mentions.map(({ id, text }) => [id, quotedText(text)])),
    used: [],
  }
  const paragraphs = [countSection(context), themeSection(context), toneSection(context), timeSection(context)]
  return paragraphs.flatMap((drafts) => drafts.map((draft, at) => ({ ...draft, startsParagraph: at === 0 })))
}

function countSection(context: Context): Draft[] {
  const { phrases, facts, mentions } = context
  const evidence = idsOf(mentions.slice(0, 3))
  const period = { from: phrases.day(facts.from), to: phrases.day(facts.to) }
  const subject = plainText(facts.subject)
    .replace(/["“”\s]+/g, ' ')
    .trim()
  const drafts: Draft[] = [{ text: phrases.opening(period, facts.total, subject), evidence, facts: [totalFact(facts)] }]
  // How one mention divides, and where it came from, is seen in the mention itself.
  if (facts.total < 2) return drafts
  const tones = ([1, 0, -1] as const)
    .map((tone) => ({ name: TONES[tone], fact: toneFact(facts, tone) }))
    .filter(({ fact }) => fact.value > 0)
    .sort((a, b) => b.fact.value - a.fact.value)
    .map(({ name, fact }) => ({ name, fact, share: shareFact(fact, facts) }))
  drafts.push({
    text: phrases.division(
      joinList(
        tones.map(({ name, fact, share }) => phrases.tonePart(fact.value, phrases.tones[name], share.value)),
        phrases,
      ),
    ),
    evidence: perTone(mentions, evidence),
    facts: tones.flatMap(({ fact, share }) => [fact, share]),
  })
  const sources = sourceSentence(context)
  return sources === null ? drafts : [...drafts, { ...sources, evidence: perPlatform(mentions, evidence) }]
}

// Sources with equal counts are named together. Null when it would say nothing: the leading sources have one mention each.
function sourceSentence({ phrases, facts }: Context): Pick<Draft, 'text' | 'facts'> | null {
  const sources = PLATFORMS.map((platform) => ({
    name: phrases.platforms[platform],
    fact: sourceFact(facts, platform),
  }))
    .filter(({ fact }) => fact.value > 0)
    .sort((a, b) => b.fact.value - a.fact.value)
  const [first] = sources
  if (first === undefined) return null
  const count = first.fact.value
  if (sources.length === 1) return { text: phrases.onlySource(first.name), facts: [first.fact] }
  const leading = sources.filter(({ fact }) => fact.value === count)
  const others = sources.slice(leading.length, leading.length + 3)
  const following = joinList(
    others.map(({ name, fact }) => phrases.sourcePart(name, phrases.number(fact.value))),
    phrases,
  )
  const stated = others.map(({ fact }) => fact)
  if (leading.length === 1) {
    const largest = largestFact(first.fact, 'largest_source', facts)
    return { text: phrases.sources(first.name, count, following), facts: [largest, ...stated] }
  }
  if (count === 1) return null
  const names = joinList(
    leading.map(({ name }) => name),
    phrases,
  )
  const text =
    leading.length === sources.length ? phrases.sourcesEven(names, count) : phrases.sourcesTied(names, count, following)
  return { text, facts: [...leading.map(({ fact }) => fact), ...stated] }
}

function themeSection(context: Context): Draft[] {
  const { phrases, facts, mentions, candidates } = context
  const drafts: Draft[] = []
  const offered =
    facts.terms.length > 0
      ? facts.terms
      : logOdds(countTerms(mentions), new Map(), { limit: 30 }).map(({ term }) => term)
  const themes = quoteTerms(pairsFirst(offered), mentions, context)
  if (themes !== null)
    drafts.push({ text: phrases.themes(joinList(themes.terms, phrases)), evidence: themes.evidence, facts: [] })
  const copied = largestStory(context)
  if (copied !== null) drafts.push(copied)
  const count = STATEMENTS_MAX - (copied === null ? 0 : 1)
  for (const [variant, candidate] of chooseSentences(candidates, count, { already: context.used }).entries()) {
    context.used.push(candidate)
    drafts.push({ text: statement(candidate, phrases, variant), evidence: [candidate.mention.id], facts: [] })
  }
  return drafts
}

// The text that circulated most, chosen by the database among all stories. Null when no story stands out.
function largestStory(context: Context): Draft | null {
  const { phrases, facts, candidates, used } = context
  const { storyId, size } = facts.largestStory ?? { storyId: '', size: 0 }
  if (size < COPIES_MIN) return null
  const own = candidates.filter(({ mention }) => mention.storyId === storyId)
  const [candidate] = chooseSentences(own, 1, { already: used })
  if (candidate === undefined) return null
  used.push(candidate)
  const { mention } = candidate
  return {
    text: phrases.mostCopied(byWhom(mention, phrases), size, quote(candidate.text)),
    evidence: [mention.id],
    facts: [largestFact(storyFact(facts, mention), 'largest_story', facts)],
  }
}

function toneSection(context: Context): Draft[] {
  const { phrases, facts, mentions, candidates } = context
  const drafts: Draft[] = []
  const larger = facts.sentiment.positive > facts.sentiment.negative ? ([1, -1] as const) : ([-1, 1] as const)
  for (const sentiment of larger) {
    const fact = toneFact(facts, sentiment)
    const tone = phrases.tones[TONES[sentiment]]
    const side = mentions.filter((mention) => mention.sentiment === sentiment)
    if (fact.value === 0 || side.length === 0) continue
    const rest = mentions.filter((mention) => mention.sentiment !== sentiment)
    const drivers = quoteTerms(risingTerms(side, rest), side, context)
    if (drivers !== null) {
      const terms = joinList(drivers.terms.slice(0, 3), phrases)
      drafts.push({ text: phrases.drivers(tone, fact.value, terms), evidence: drivers.evidence, facts: [fact] })
    }
    const own = candidates.filter(({ mention }) => mention.sentiment === sentiment)
    const [example] = chooseSentences(own, 1, { already: context.used })
    if (example === undefined) continue
    context.used.push(example)
    const text = phrases.toneExample(tone, byWhom(example.mention, phrases), quote(example.text))
    drafts.push({ text, evidence: [example.mention.id], facts: [] })
  }
  return drafts
}

function timeSection(context: Context): Draft[] {
  const { phrases, facts, mentions } = context
  const days = facts.days.filter((day) => totalOf(day) > 0)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || days.length < 2) return []
  const cite = (...cited: DayCounts[]) => {
    const ids = cited.flatMap((day) => idsOf(mentionsOn(day, context).slice(0, 2)))
    return ids.length > 0 ? ids : idsOf(mentions.slice(0, 1))
  }
  const peak = largestDay(days, totalOf)
  const drafts = peak === null ? [] : peakSentences(peak, context, cite(peak))
  const worst = largestDay(days, ({ negative }) => negative)
  if (worst !== null && worst.day !== peak?.day) {
    const fact = largestFact(dayFact(facts, worst, -1), 'largest_day', facts)
    const text = phrases.tonePeak(phrases.tones.negative, phrases.day(worst.day), fact.value)
    drafts.push({ text, evidence: cite(worst), facts: [fact] })
  }
  if (last.day !== peak?.day && totalOf(last) !== totalOf(first)) {
    const ends = { last: phrases.day(last.day), first: phrases.day(first.day) }
    const text = phrases.lastDay(ends, totalOf(last), totalOf(first))
    drafts.push({ text, evidence: cite(first, last), facts: [dayFact(facts, last), dayFact(facts, first)] })
  }
  return drafts
}

function peakSentences(peak: DayCounts, context: Context, evidence: readonly string[]): Draft[] {
  const { phrases, facts } = context
  const fact = largestFact(dayFact(facts, peak), 'largest_day', facts)
  const drafts: Draft[] = [{ text: phrases.peak(phrases.day(peak.day), fact.value), evidence, facts: [fact] }]
  const onPeak = new Set(idsOf(mentionsOn(peak, context)))
  const own = context.candidates.filter(({ mention }) => onPeak.has(mention.id))
  const [example] = chooseSentences(own, 1, { already: context.used })
  if (example === undefined) return drafts
  context.used.push(example)
  const text = phrases.peakQuote(byWhom(example.mention, phrases), quote(example.text))
  return [...drafts, { text, evidence: [example.mention.id], facts: [] }]
}

// Null when several days have as many, or when the largest number is 1: that is no peak.
function largestDay(days: readonly DayCounts[], countOf: (day: DayCounts) => number): DayCounts | null {
  const largest = Math.max(...days.map(countOf))
  const reached = days.filter((day) => countOf(day) === largest)
  return largest > 1 && reached.length === 1 ? (reached[0] ?? null) : null
}

function mentionsOn({ day }: DayCounts, { mentions, facts }: Context): SummaryMention[] {
  return mentions.filter((mention) => dayOf(mention.publishedAt, facts.timeZone) === day)
}

function statement({ text, mention }: Candidate, phrases: Phrases, variant: number): string {
  const author = authorOf(mention, phrases)
  if (mention.platform === 'news') return capitalise(phrases.reports(author, quote(text), variant))
  return phrases.posts(author, phrases.platforms[mention.platform], quote(text), variant)
}

function byWhom(mention: SummaryMention, phrases: Phrases): string {
  return phrases.byWhom(authorOf(mention, phrases), mention.platform)
}

function authorOf(mention: SummaryMention, phrases: Phrases): string {
  const name = plainText(mention.author)
    .replace(/["“”'‘’<>\s]+/g, ' ')
    .trim()
  return name === '' ? phrases.unknownAuthor : name
}

// Inner quotation marks become single ones; a quotation that is too long is cut at a word and ends with an ellipsis.
function quote(text: string): string {
  const words = text.replace(/["“”«»„]/g, "'").replace(/[\s:;,–-]+$/u, '')
  if (words.length > QUOTABLE_LENGTH) return `"${cutText(words, QUOTABLE_LENGTH).replace(/\s+\S*$/, '')}…"`
  return /[.!?…]$/.test(words) ? `"${words}"` : `"${words}."`
}

// Terms in quotation marks and the mentions that contain them, or null when there are none. The subject itself is not a theme.
function quoteTerms(
  terms: readonly string[],
  mentions: readonly SummaryMention[],
  { facts, sources }: Context,
): { terms: string[]; evidence: string[] } | null {
  const found: { term: string; written: string; id: string }[] = []
  const about = facts.subject.toLowerCase()
  for (const term of terms) {
    if (found.length === TERMS_MAX) break
    const words = term.replace('#', '').split(' ')
    if (words.every((word) => about.includes(word))) continue
    if (found.some((other) => words.some((word) => other.term.split(' ').includes(word)))) continue
    for (const { id } of mentions) {
      const written = findQuote(term, sources.get(id) ?? EMPTY_TEXT)
      if (written === null) continue
      found.push({ term, written, id })
      break
    }
  }
  if (found.length === 0) return null
  return {
    terms: found.map(({ written }) => `"${written.replaceAll('"', '')}"`),
    evidence: [...new Set(found.map(({ id }) => id))],
  }
}

// A pair of words describes a theme better than a single word, so it may move ahead of words that rank slightly higher.
function pairsFirst(terms: readonly string[]): string[] {
  const ranked = terms.map((term, at) => ({ term, rank: term.includes(' ') ? at / 3 : at }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ term }) => term)
}

// Terms that one side uses and the other does not. A pair of words is more informative than either word, so it may rank first.
function risingTerms(side: readonly SummaryMention[], rest: readonly SummaryMention[]): string[] {
  const ranked = logOdds(countTerms(side), countTerms(rest), { limit: 60 })
  const scoreOf = ({ term, z }: { term: string; z: number }) => (term.includes(' ') ? 1.3 * z : z)
  return ranked
    .filter(({ z }) => z > 0.5)
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .map(({ term }) => term)
}

function countTerms(mentions: readonly SummaryMention[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text, groupSize } of mentions) {
    const weight = Math.min(groupSize, WEIGHT_MAX)
    for (const term of termsOf(text, 80)) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  return counts
}

function perTone(mentions: readonly SummaryMention[], otherwise: readonly string[]): readonly string[] {
  const ids = [-1, 0, 1].flatMap((sentiment) => mentions.find((mention) => mention.sentiment === sentiment)?.id ?? [])
  return ids.length > 0 ? ids : otherwise
}

function perPlatform(mentions: readonly SummaryMention[], otherwise: readonly string[]): readonly string[] {
  const ids = PLATFORMS.flatMap((platform) => mentions.find((mention) => mention.platform === platform)?.id ?? [])
  return ids.length > 0 ? ids : otherwise
}

function idsOf(mentions: readonly SummaryMention[]): string[] {
  return mentions.map(({ id }) => id)
}

function joinList(parts: readonly string[], phrases: Phrases): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${phrases.and} ${parts.at(-1)}`
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
