import { logOdds, termsOf } from '../analyse/terms.ts'
import { dayOf } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { type Candidate, candidatesOf, chooseSentences, QUOTABLE_LENGTH } from './choose.ts'
import { plainText } from './clean.ts'
import type { DayCounts, Draft, Facts, Material, SummaryMention } from './material.ts'
import { PHRASES, type Phrases } from './phrases.ts'
import { findQuote, type QuotedText, quotedText } from './quotes.ts'

const STATEMENTS_MAX = 3
const TERMS_MAX = 4
const NOTHING = quotedText('')
// One text in a thousand copies is still one text.
const WEIGHT_MAX = 20

interface Desk {
  readonly say: Phrases
  readonly facts: Facts
  readonly mentions: readonly SummaryMention[]
  readonly candidates: readonly Candidate[]
  readonly sources: ReadonlyMap<string, QuotedText>
  // What was quoted so far: nothing is quoted twice.
  readonly used: Candidate[]
}

// The built-in summariser: prose around what was counted and what mentions literally say. The same material gives the
// same text. It plans four paragraphs: how much and where; the themes; the two sides; how it went over time.
export function extract({ mentions, facts, language }: Material): Draft[] {
  if (mentions.length === 0) return []
  const desk: Desk = {
    say: PHRASES[language],
    facts,
    mentions,
    candidates: candidatesOf(mentions),
    sources: new Map(mentions.map(({ id, text }) => [id, quotedText(text)])),
    used: [],
  }
  const paragraphs = [countSection(desk), themeSection(desk), toneSection(desk), timeSection(desk)]
  return paragraphs.flatMap((drafts) => drafts.map((draft, at) => ({ ...draft, opens: at === 0 })))
}

function countSection(desk: Desk): Draft[] {
  const { say, facts, mentions } = desk
  const evidence = idsOf(mentions.slice(0, 3))
  const period = { from: say.day(facts.from), to: say.day(facts.to) }
  const subject = plainText(facts.subject)
    .replace(/["“”\s]+/g, ' ')
    .trim()
  const drafts: Draft[] = [{ text: say.opening(period, say.number(facts.total), subject), evidence }]
  const tones = (['positive', 'neutral', 'negative'] as const)
    .filter((tone) => facts.sentiment[tone] > 0)
    .sort((a, b) => facts.sentiment[b] - facts.sentiment[a])
  const parts = tones.map((tone) => {
    const count = facts.sentiment[tone]
    return say.tonePart(say.number(count), say.tones[tone], Math.round((100 * count) / Math.max(1, facts.total)))
  })
  if (parts.length > 0) drafts.push({ text: say.division(joined(parts, say)), evidence: perTone(mentions, evidence) })
  const platforms = PLATFORMS.map((platform) => ({ platform, count: facts.platforms[platform] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const [first, ...others] = platforms
  if (first !== undefined) {
    const names = others
      .slice(0, 3)
      .map(({ platform, count }) => say.sourcePart(say.platforms[platform], say.number(count)))
    const text =
      others.length === 0
        ? say.onlySource(say.platforms[first.platform])
        : say.sources(say.platforms[first.platform], say.number(first.count), joined(names, say))
    const cited = platforms.flatMap(
      ({ platform }) => mentions.find((mention) => mention.platform === platform)?.id ?? [],
    )
    drafts.push({ text, evidence: cited.length > 0 ? cited : evidence })
  }
  return drafts
}

function themeSection(desk: Desk): Draft[] {
  const { say, facts, mentions, candidates } = desk
  const drafts: Draft[] = []
  const counts = countTerms(mentions)
  const offered = facts.terms.length > 0 ? facts.terms : logOdds(counts, new Map(), { limit: 30 })
  const themes = quotable(pairsFirst(offered.map(({ term }) => term)), mentions, desk)
  if (themes !== null) drafts.push({ text: say.themes(joined(themes.terms, say)), evidence: themes.evidence })
  const chosen = chooseSentences(candidates, STATEMENTS_MAX, { already: desk.used })
  const copied = chosen.reduce<Candidate | null>(
    (best, one) => (one.mention.groupSize > Math.max(2, best?.mention.groupSize ?? 0) ? one : best),
    null,
  )
  for (const [turn, candidate] of chosen.entries()) {
    desk.used.push(candidate)
    const { mention } = candidate
    const text =
      candidate === copied
        ? say.mostCopied(byWhom(mention, say), say.number(mention.groupSize), quote(candidate.text))
        : statement(candidate, say, turn)
    drafts.push({ text, evidence: [mention.id] })
  }
  return drafts
}

function toneSection(desk: Desk): Draft[] {
  const { say, facts, mentions, candidates } = desk
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
    const drivers = quotable(risingTerms(side, rest), side, desk)
    if (drivers !== null) {
      const terms = joined(drivers.terms.slice(0, 3), say)
      drafts.push({
        text: say.drivers(say.tones[tone], say.number(facts.sentiment[tone]), terms),
        evidence: drivers.evidence,
      })
    }
    const own = candidates.filter(({ mention }) => mention.sentiment === sentiment)
    const [example] = chooseSentences(own, 1, { already: desk.used })
    if (example === undefined) continue
    desk.used.push(example)
    const text = say.toneExample(say.tones[tone], byWhom(example.mention, say), quote(example.text))
    drafts.push({ text, evidence: [example.mention.id] })
  }
  return drafts
}

function timeSection(desk: Desk): Draft[] {
  const { say, facts, mentions } = desk
  const days = facts.days.filter((day) => totalOf(day) > 0)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || days.length < 2) return []
  const on = (day: DayCounts) => mentions.filter((mention) => dayOf(mention.publishedAt, facts.timeZone) === day.day)
  const cite = (...days: DayCounts[]) => {
    const ids = days.flatMap((day) => idsOf(on(day).slice(0, 2)))
    return ids.length > 0 ? ids : idsOf(mentions.slice(0, 1))
  }
  const peak = days.reduce((best, day) => (totalOf(day) > totalOf(best) ? day : best), first)
  const drafts: Draft[] = [{ text: say.peak(say.day(peak.day), say.number(totalOf(peak))), evidence: cite(peak) }]
  const peakIds = new Set(idsOf(on(peak)))
  const [voice] = chooseSentences(
    desk.candidates.filter(({ mention }) => peakIds.has(mention.id)),
    1,
    { already: desk.used },
  )
  if (voice !== undefined) {
    desk.used.push(voice)
    drafts.push({ text: say.peakQuote(byWhom(voice.mention, say), quote(voice.text)), evidence: [voice.mention.id] })
  }
  const worst = days.reduce((best, day) => (day.negative > best.negative ? day : best), first)
  if (worst.negative > 0 && worst.day !== peak.day) {
    const text = say.tonePeak(say.tones.negative, say.day(worst.day), say.number(worst.negative))
    drafts.push({ text, evidence: cite(worst) })
  }
  if (last.day !== peak.day && totalOf(last) !== totalOf(first)) {
    const more = totalOf(last) > totalOf(first)
    const text = say.lastDay(
      say.day(last.day),
      say.number(totalOf(last)),
      more,
      say.day(first.day),
      say.number(totalOf(first)),
    )
    drafts.push({ text, evidence: cite(first, last) })
  }
  return drafts
}

function statement({ text, mention }: Candidate, say: Phrases, turn: number): string {
  const author = authorOf(mention, say)
  if (mention.platform === 'news') return capital(say.reports(author, quote(text), turn))
  return say.posts(author, say.platforms[mention.platform], quote(text), turn)
}

function byWhom(mention: SummaryMention, say: Phrases): string {
  return say.byWhom(authorOf(mention, say), mention.platform)
}

function authorOf(mention: SummaryMention, say: Phrases): string {
  const name = plainText(mention.author)
    .replace(/["“”'‘’<>\s]+/g, ' ')
    .trim()
  return name === '' ? say.someone : name.slice(0, 60).trim()
}

// Marks inside become single ones; what is too long ends with an ellipsis at a word.
function quote(text: string): string {
  const words = text.replace(/["“”«»„]/g, "'").replace(/[\s:;,–-]+$/u, '')
  if (words.length > QUOTABLE_LENGTH) return `"${words.slice(0, QUOTABLE_LENGTH).replace(/\s+\S*$/, '')}…"`
  return /[.!?…]$/.test(words) ? `"${words}"` : `"${words}."`
}

// Terms in quotation marks with mentions that have them, or null when there are none. The subject itself is no theme.
function quotable(
  terms: readonly string[],
  mentions: readonly SummaryMention[],
  { facts, sources }: Desk,
): { terms: string[]; evidence: string[] } | null {
  const found: { term: string; written: string; id: string }[] = []
  const about = facts.subject.toLowerCase()
  for (const term of terms) {
    if (found.length === TERMS_MAX) break
    const words = term.replace('#', '').split(' ')
    if (words.every((word) => about.includes(word))) continue
    if (found.some((other) => words.some((word) => other.term.split(' ').includes(word)))) continue
    for (const { id } of mentions) {
      const written = findQuote(term, sources.get(id) ?? NOTHING)
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

// A pair of words names a theme better than one word does: it may overtake words that stand somewhat before it.
function pairsFirst(terms: readonly string[]): string[] {
  const places = terms.map((term, at) => ({ term, place: term.includes(' ') ? at / 3 : at }))
  return places.sort((a, b) => a.place - b.place).map(({ term }) => term)
}

// What one side says and the other does not. A pair of words tells more than either, so it may come first.
function risingTerms(side: readonly SummaryMention[], rest: readonly SummaryMention[]): string[] {
  const ranked = logOdds(countTerms(side), countTerms(rest), { limit: 60 })
  const surprise = ({ term, z }: { term: string; z: number }) => (term.includes(' ') ? 1.3 * z : z)
  return ranked
    .filter(({ z }) => z > 0.5)
    .sort((a, b) => surprise(b) - surprise(a))
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

function joined(parts: readonly string[], say: Phrases): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${say.and} ${parts.at(-1)}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
