import { logOdds } from '../analyse/terms.ts'
import { dayOf } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { cutText } from '../text/plain.ts'
import { termsOf } from '../text/terms.ts'
import { type Candidate, candidatesOf, chooseSentences, QUOTABLE_LENGTH } from './choose.ts'
import { plainText } from './clean.ts'
import type { DayCounts, Draft, Facts, Material, SummaryMention } from './material.ts'
import { PHRASES, type Phrases } from './phrases.ts'
import { findQuote, type QuotedText, quotedText } from './quotes.ts'

const STATEMENTS_MAX = 3
const TERMS_MAX = 4
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
  const drafts: Draft[] = [{ text: phrases.opening(period, phrases.number(facts.total), subject), evidence }]
  const tones = (['positive', 'neutral', 'negative'] as const)
    .filter((tone) => facts.sentiment[tone] > 0)
    .sort((a, b) => facts.sentiment[b] - facts.sentiment[a])
  const parts = tones.map((tone) => {
    const count = facts.sentiment[tone]
    return phrases.tonePart(
      phrases.number(count),
      phrases.tones[tone],
      Math.round((100 * count) / Math.max(1, facts.total)),
    )
  })
  if (parts.length > 0)
    drafts.push({ text: phrases.division(joinList(parts, phrases)), evidence: perTone(mentions, evidence) })
  const platforms = PLATFORMS.map((platform) => ({ platform, count: facts.platforms[platform] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const [first, ...others] = platforms
  if (first !== undefined) {
    const names = others
      .slice(0, 3)
      .map(({ platform, count }) => phrases.sourcePart(phrases.platforms[platform], phrases.number(count)))
    const text =
      others.length === 0
        ? phrases.onlySource(phrases.platforms[first.platform])
        : phrases.sources(phrases.platforms[first.platform], phrases.number(first.count), joinList(names, phrases))
    const cited = platforms.flatMap(
      ({ platform }) => mentions.find((mention) => mention.platform === platform)?.id ?? [],
    )
    drafts.push({ text, evidence: cited.length > 0 ? cited : evidence })
  }
  return drafts
}

function themeSection(context: Context): Draft[] {
  const { phrases, facts, mentions, candidates } = context
  const drafts: Draft[] = []
  const counts = countTerms(mentions)
  const offered = facts.terms.length > 0 ? facts.terms : logOdds(counts, new Map(), { limit: 30 })
  const themes = quoteTerms(pairsFirst(offered.map(({ term }) => term)), mentions, context)
  if (themes !== null) drafts.push({ text: phrases.themes(joinList(themes.terms, phrases)), evidence: themes.evidence })
  const chosen = chooseSentences(candidates, STATEMENTS_MAX, { already: context.used })
  const copied = chosen.reduce<Candidate | null>(
    (best, one) => (one.mention.groupSize > Math.max(2, best?.mention.groupSize ?? 0) ? one : best),
    null,
  )
  for (const [variant, candidate] of chosen.entries()) {
    context.used.push(candidate)
    const { mention } = candidate
    const text =
      candidate === copied
        ? phrases.mostCopied(byWhom(mention, phrases), phrases.number(mention.groupSize), quote(candidate.text))
        : statement(candidate, phrases, variant)
    drafts.push({ text, evidence: [mention.id] })
  }
  return drafts
}

function toneSection(context: Context): Draft[] {
  const { phrases, facts, mentions, candidates } = context
  const drafts: Draft[] = []
  const tones = [
    ['negative', -1],
    ['positive', 1],
  ] as const
  const larger = facts.sentiment.positive > facts.sentiment.negative ? tones.toReversed() : tones
  for (const [tone, sentiment] of larger) {
    const side = mentions.filter((mention) => mention.sentiment === sentiment)
    if (facts.sentiment[tone] === 0 || side.length === 0) continue
    const rest = mentions.filter((mention) => mention.sentiment !== sentiment)
    const drivers = quoteTerms(risingTerms(side, rest), side, context)
    if (drivers !== null) {
      const terms = joinList(drivers.terms.slice(0, 3), phrases)
      drafts.push({
        text: phrases.drivers(phrases.tones[tone], phrases.number(facts.sentiment[tone]), terms),
        evidence: drivers.evidence,
      })
    }
    const own = candidates.filter(({ mention }) => mention.sentiment === sentiment)
    const [example] = chooseSentences(own, 1, { already: context.used })
    if (example === undefined) continue
    context.used.push(example)
    const text = phrases.toneExample(phrases.tones[tone], byWhom(example.mention, phrases), quote(example.text))
    drafts.push({ text, evidence: [example.mention.id] })
  }
  return drafts
}

function timeSection(context: Context): Draft[] {
  const { phrases, facts, mentions } = context
  const days = facts.days.filter((day) => totalOf(day) > 0)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || days.length < 2) return []
  const mentionsOn = (day: DayCounts) =>
    mentions.filter((mention) => dayOf(mention.publishedAt, facts.timeZone) === day.day)
  const cite = (...days: DayCounts[]) => {
    const ids = days.flatMap((day) => idsOf(mentionsOn(day).slice(0, 2)))
    return ids.length > 0 ? ids : idsOf(mentions.slice(0, 1))
  }
  const peak = days.reduce((best, day) => (totalOf(day) > totalOf(best) ? day : best), first)
  const drafts: Draft[] = [
    { text: phrases.peak(phrases.day(peak.day), phrases.number(totalOf(peak))), evidence: cite(peak) },
  ]
  const peakIds = new Set(idsOf(mentionsOn(peak)))
  const [example] = chooseSentences(
    context.candidates.filter(({ mention }) => peakIds.has(mention.id)),
    1,
    { already: context.used },
  )
  if (example !== undefined) {
    context.used.push(example)
    const text = phrases.peakQuote(byWhom(example.mention, phrases), quote(example.text))
    drafts.push({ text, evidence: [example.mention.id] })
  }
  const worst = days.reduce((best, day) => (day.negative > best.negative ? day : best), first)
  if (worst.negative > 0 && worst.day !== peak.day) {
    const text = phrases.tonePeak(phrases.tones.negative, phrases.day(worst.day), phrases.number(worst.negative))
    drafts.push({ text, evidence: cite(worst) })
  }
  if (last.day !== peak.day && totalOf(last) !== totalOf(first)) {
    const more = totalOf(last) > totalOf(first)
    const text = phrases.lastDay(
      phrases.day(last.day),
      phrases.number(totalOf(last)),
      more,
      phrases.day(first.day),
      phrases.number(totalOf(first)),
    )
    drafts.push({ text, evidence: cite(first, last) })
  }
  return drafts
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

function idsOf(mentions: readonly SummaryMention[]): string[] {
  return mentions.map(({ id }) => id)
}

function totalOf(day: DayCounts): number {
  return day.positive + day.neutral + day.negative
}

function joinList(parts: readonly string[], phrases: Phrases): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${phrases.and} ${parts.at(-1)}`
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
