import { dayOf } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { plainText } from './clean.ts'
import { type Context, idsOf, joinList, spansYears } from './context.ts'
import { dayFact, largestFact, shareFact, sourceFact, TONES, toneFact, totalFact, totalOf } from './facts.ts'
import type { DayCounts, Draft, SummaryMention } from './material.ts'

// How much there is, from where, and when: two sentences.
export function volumeSection(context: Context): Draft[] {
  const { mentions, facts } = context
  const drafts = [openingSentence(context)]
  // How one mention divides, and where it came from, is seen in the mention itself.
  if (facts.total < 2) return drafts
  const parts = [sourcePart(context), peakPart(context)].filter((part) => part !== null)
  if (parts.length === 0) return drafts
  const evidence = [...perPlatform(mentions, idsOf(mentions.slice(0, 3))), ...parts.flatMap((part) => part.evidence)]
  const text = context.phrases.sentence(parts.map((part) => part.text))
  return [...drafts, { text, evidence, facts: parts.flatMap((part) => part.facts) }]
}

function openingSentence({ phrases, facts, mentions }: Context): Draft {
  const evidence = idsOf(mentions.slice(0, 3))
  const subject = plainText(facts.subject)
    .replace(/["“”\s]+/g, ' ')
    .trim()
  const opening = phrases.opening(phrases.during(facts.from, facts.to), facts.total, subject)
  if (facts.total < 2) return { text: `${opening}.`, evidence, facts: [totalFact(facts)] }
  const tones = ([1, 0, -1] as const)
    .map((tone) => ({ name: TONES[tone], fact: toneFact(facts, tone) }))
    .filter(({ fact }) => fact.value > 0)
    .sort((a, b) => b.fact.value - a.fact.value)
    .map(({ name, fact }) => ({ name, fact, share: shareFact(fact, facts) }))
  const parts = tones.map(({ name, fact, share }) => phrases.tonePart(fact.value, phrases.tones[name], share.value))
  return {
    text: `${opening}: ${joinList(parts, phrases)}.`,
    evidence: perTone(mentions, evidence),
    facts: [totalFact(facts), ...tones.flatMap(({ fact, share }) => [fact, share])],
  }
}

type Part = Required<Pick<Draft, 'text' | 'evidence'>> & { readonly facts: NonNullable<Draft['facts']> }

// Sources with equal counts are named together. Null when it would say nothing: the leading sources have one mention each.
function sourcePart({ phrases, facts }: Context): Part | null {
  const sources = PLATFORMS.map((platform) => ({
    name: phrases.platforms[platform],
    fact: sourceFact(facts, platform),
  }))
    .filter(({ fact }) => fact.value > 0)
    .sort((a, b) => b.fact.value - a.fact.value)
  const [first] = sources
  if (first === undefined) return null
  const count = first.fact.value
  if (sources.length === 1) return { text: phrases.onlySource(first.name), evidence: [], facts: [first.fact] }
  const leading = sources.filter(({ fact }) => fact.value === count)
  const others = sources.slice(leading.length, leading.length + 3)
  const following = joinList(
    others.map(({ name, fact }) => phrases.sourcePart(name, phrases.number(fact.value))),
    phrases,
  )
  const stated = others.map(({ fact }) => fact)
  if (leading.length === 1) {
    const largest = largestFact(first.fact, 'largest_source', facts)
    return { text: phrases.sources(first.name, count, following), evidence: [], facts: [largest, ...stated] }
  }
  if (count === 1) return null
  const names = joinList(
    leading.map(({ name }) => name),
    phrases,
  )
  const text =
    leading.length === sources.length ? phrases.sourcesEven(names, count) : phrases.sourcesTied(names, count, following)
  return { text, evidence: [], facts: [...leading.map(({ fact }) => fact), ...stated] }
}

function peakPart(context: Context): Part | null {
  const { phrases, facts } = context
  const peak = facts.days.length < 2 ? null : largestDay(facts.days)
  if (peak === null) return null
  const fact = largestFact(dayFact(facts, peak), 'largest_day', facts)
  const evidence = idsOf(mentionsOn(peak, context).slice(0, 2))
  return { text: phrases.peak(phrases.day(peak.day, spansYears(facts)), fact.value), evidence, facts: [fact] }
}

// Null when several days have as many, or when the largest number is 1: that is no peak.
function largestDay(days: readonly DayCounts[]): DayCounts | null {
  const largest = Math.max(...days.map(totalOf))
  const reached = days.filter((day) => totalOf(day) === largest)
  return largest > 1 && reached.length === 1 ? (reached[0] ?? null) : null
}

function mentionsOn({ day }: DayCounts, { mentions, facts }: Context): SummaryMention[] {
  return mentions.filter((mention) => dayOf(mention.publishedAt, facts.timeZone) === day)
}

function perTone(mentions: readonly SummaryMention[], otherwise: readonly string[]): readonly string[] {
  const ids = [-1, 0, 1].flatMap((sentiment) => mentions.find((mention) => mention.sentiment === sentiment)?.id ?? [])
  return ids.length > 0 ? ids : otherwise
}

function perPlatform(mentions: readonly SummaryMention[], otherwise: readonly string[]): readonly string[] {
  const ids = PLATFORMS.flatMap((platform) => mentions.find((mention) => mention.platform === platform)?.id ?? [])
  return ids.length > 0 ? ids : otherwise
}
