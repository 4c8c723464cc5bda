import type { Fact, FactFilter } from '../domain/fact.ts'
import type { Platform } from '../domain/platform.ts'
import { SENTIMENTS, type Sentiment } from '../domain/sentiment.ts'
import { readDates } from './labels.ts'
import type { DayCounts, DaySpan, Facts, SentimentCounts, SummaryMention } from './material.ts'
import { readNumbers, readSpelled } from './numbers.ts'
import { readQuotes } from './quotes.ts'

export const TONES = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const

// The facts behind the numbers of a summary: each is a count of `Facts` with the filter that recounts it.
export function totalFact({ period, total }: Facts): Fact {
  return { kind: 'mentions', filter: period, value: total }
}

export function toneFact({ period, sentiment }: Facts, tone: Sentiment): Fact {
  return { kind: 'mentions', filter: { ...period, sentiment: tone }, value: sentiment[TONES[tone]] }
}

export function sourceFact({ period, platforms }: Facts, platform: Platform): Fact {
  return { kind: 'mentions', filter: { ...period, platform }, value: platforms[platform] ?? 0 }
}

export function dayFact({ period }: Facts, day: DayCounts, tone?: Sentiment): Fact {
  const filter: FactFilter = { ...period, from: day.from, to: day.to }
  if (tone === undefined) return { kind: 'mentions', filter, value: totalOf(day) }
  return { kind: 'mentions', filter: { ...filter, sentiment: tone }, value: day[TONES[tone]] }
}

export function storyFact({ period }: Facts, { storyId, groupSize }: SummaryMention): Fact {
  return { kind: 'mentions', filter: { ...period, story: storyId }, value: groupSize }
}

export function spanFact({ period }: Facts, { from, to, mentions }: DaySpan): Fact {
  return { kind: 'mentions', filter: { ...period, from, to }, value: mentions }
}

// The counts of the two spans that are compared.
export function spanCounts({ recent }: Facts): number[] {
  return recent === null ? [] : [recent.now.mentions, recent.before.mentions]
}

// The share of all mentions that a count of them is, in percent.
export function shareFact(fact: Fact, { total }: Facts, decimals = 0): Fact {
  return { ...fact, kind: 'share', value: roundTo((100 * fact.value) / Math.max(1, total), decimals) }
}

// The statement that no other source, day or story has as many.
export function largestFact(fact: Fact, kind: 'largest_source' | 'largest_day' | 'largest_story', facts: Facts): Fact {
  const { timeZone } = facts
  return { ...fact, kind, filter: kind === 'largest_day' ? { ...fact.filter, timeZone } : fact.filter }
}

// Stored with every summary, whatever its sentences state.
export function baseFacts(facts: Facts): Fact[] {
  const platforms = Object.keys(facts.platforms) as Platform[]
  return [
    totalFact(facts),
    ...SENTIMENTS.map((tone) => toneFact(facts, tone)),
    ...platforms.filter((name) => (facts.platforms[name] ?? 0) > 0).map((name) => sourceFact(facts, name)),
  ]
}

// The facts that a sentence of a language model may refer to: those whose value is one of its numbers.
export function factsBehind(text: string, facts: Facts, cited: readonly SummaryMention[]): Fact[] {
  const { rest } = readDates(readQuotes(text).rest, facts)
  const numbers = readNumbers(rest)
  const counts = new Set(numbers.filter(({ percent }) => !percent).map(({ value }) => Number(value)))
  for (const { value } of readSpelled(rest)) if (value !== null) counts.add(value)
  const shares = new Set(numbers.filter(({ percent }) => percent).map(({ value }) => Number(value)))
  const base = baseFacts(facts)
  const days = facts.days.flatMap((day) => [
    dayFact(facts, day),
    ...SENTIMENTS.map((tone) => dayFact(facts, day, tone)),
  ])
  const spans =
    facts.recent === null ? [] : [facts.recent.now, facts.recent.before].map((span) => spanFact(facts, span))
  const stories = cited.map((mention) => storyFact(facts, mention))
  return [
    ...[...base, ...days, ...spans, ...stories].filter(({ value }) => counts.has(value)),
    ...base
      .flatMap((fact) => [shareFact(fact, facts), shareFact(fact, facts, 1)])
      .filter(({ value }) => shares.has(value)),
  ]
}

export function withoutRepeats(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()]
}

export function totalOf(counts: SentimentCounts): number {
  return counts.positive + counts.neutral + counts.negative
}

function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
