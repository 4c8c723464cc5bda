import type { EntityKind, Gazetteer } from '../src/analyse/entities/gazetteer.ts'
import { KINDS, openWordTagger, type Tagger } from '../src/analyse/entities/tagger.ts'
import type { NameSentence } from './entity-data.ts'

export interface SpanScore {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

// Exact spans, in percent. Organisations count only where the labels know them.
export function scoreEntities(
  sentences: readonly NameSentence[],
  gazetteer: Gazetteer,
  tagger: Tagger,
): Record<EntityKind, SpanScore> {
  const counts = new Map(KINDS.map((kind) => [kind, { right: 0, found: 0, gold: 0 }]))
  const opened = openWordTagger(tagger)
  for (const { words, allowed, source } of sentences) {
    const gold = goldSpans(allowed)
    const isGold = new Set(gold.map(({ kind, start, end }) => `${kind} ${start} ${end}`))
    for (const { kind, start, end } of opened.tag(words, gazetteer.find(words))) {
      const count = counts.get(kind)
      if (count === undefined || (kind === 'organisation' && source === 'nerp')) continue
      count.found++
      if (isGold.has(`${kind} ${start} ${end}`)) count.right++
    }
    for (const { kind } of gold) {
      const count = counts.get(kind)
      if (count !== undefined) count.gold++
    }
  }
  const score = (kind: EntityKind): SpanScore => {
    const { right = 0, found = 0, gold = 0 } = counts.get(kind) ?? {}
    return {
      precision: (100 * right) / Math.max(1, found),
      recall: (100 * right) / Math.max(1, gold),
      f1: (200 * right) / Math.max(1, found + gold),
    }
  }
  return { person: score('person'), organisation: score('organisation'), place: score('place') }
}

export interface GoldSpan {
  readonly kind: EntityKind
  readonly start: number
  readonly end: number
}

export function goldSpans(allowed: Uint8Array): GoldSpan[] {
  const spans: GoldSpan[] = []
  for (const [index, kind] of KINDS.entries()) {
    const first = 1 << (1 + index * 2)
    const following = first << 1
    for (let start = 0; start < allowed.length; start++) {
      const before = allowed[start - 1]
      const continues = allowed[start] === following && (before === following || before === first)
      if (allowed[start] !== first && (allowed[start] !== following || continues)) continue
      let end = start + 1
      while (allowed[end] === following) end++
      spans.push({ kind, start, end })
    }
  }
  return spans
}
