import { totalOf } from './facts.ts'
import { PLATFORM_LABELS, readDates } from './labels.ts'
import type { Facts } from './material.ts'

// Words that call a source or a day the largest.
const LARGEST =
  /\b(?:terbanyak|paling banyak|terbesar|tertinggi|memuncak|puncak\p{L}*|mendominasi|most|largest|highest|peak(?:ed|s)?|dominated?|dominates)\b/iu

// Such a sentence is about a text; its source is where the text came from.
const CIRCULATED = /\b(?:beredar|tersebar|dibagikan|disalin|salinan|circulated?|copied|copies|shared)\b/iu

// A sentence that calls something the largest and names sources must name first the one that has the most mentions; if it gives a
// day of the period, that day must have the most mentions, or the most of one sentiment. A tie has no largest.
export function checkSuperlatives(text: string, facts: Facts): boolean {
  if (!LARGEST.test(text)) return true
  return (CIRCULATED.test(text) || sourceHolds(text, facts)) && dayHolds(text, facts)
}

// `media berita` and `news sites` are ordinary words, so they count as a source only where they come first.
const NEWS = /\b(?:media berita|news sites)\b/giu

function sourceHolds(text: string, { platforms }: Facts): boolean {
  const labels = [...PLATFORM_LABELS, ['news', NEWS] as const]
  const named = labels.flatMap(([name, label]) => Array.from(text.matchAll(label), ({ index }) => ({ name, index })))
  const [first] = named.sort((a, b) => a.index - b.index)
  if (first === undefined) return true
  const count = platforms[first.name] ?? 0
  const most = Math.max(...Object.values(platforms))
  const leading = Object.entries(platforms).filter(([, value]) => value === most)
  if (count !== most) return false
  // Sources that share the lead must all be named.
  return leading.every(([name]) => name === 'news' || named.some((other) => other.name === name))
}

function dayHolds(text: string, facts: Facts): boolean {
  const given = new Set(readDates(text, facts).days)
  const days = facts.days.filter(({ day }) => given.has(day))
  if (days.length === 0) return true
  const counts = [
    totalOf,
    ...(['positive', 'neutral', 'negative'] as const).map((tone) => (day: Facts['days'][number]) => day[tone]),
  ]
  return days.some((day) =>
    counts.some((countOf) => facts.days.every((other) => other === day || countOf(other) < countOf(day))),
  )
}
