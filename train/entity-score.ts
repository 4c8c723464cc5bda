import type { EntityKind, Gazetteer } from '../src/analyse/entities/gazetteer.ts'
import { KINDS, type Tagger, tagWords } from '../src/analyse/entities/tagger.ts'
import type { NameSentence } from './entity-data.ts'

export interface SpanScore {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

// Exact spans, in percent. Organisations count only where the labels know them.
export function scoreEntities(sentences: readonly NameSentence[], gazetteer: Gazetteer, tagger: Tagger): Record<EntityKind, SpanScore> {
  const counts = { person: [0, 0, 0], organisation: [0, 0, 0], place: [0, 0, 0] } satisfies Record<EntityKind, number[]>
  for (const { words, allowed, source } of sentences) {
    const gold = goldSpans(allowed)
    const found = tagWords(tagger, words, gazetteer.find(words))
    const isGold = new Set(gold)
    for (const { kind, start, end } of found) {
      if (kind === 'organisation' && source === 'nerp') continue
      counts[kind][1]!++
      if (isGold.has(`${kind} ${start} ${end}`)) counts[kind][0]!++
    }
    for (const span of gold) counts[span.split(' ')[0] as EntityKind][2]!++
  }
  const score = ([right = 0, found = 0, gold = 0]: readonly number[]): SpanScore => ({
    precision: (100 * right) / Math.max(1, found),
    recall: (100 * right) / Math.max(1, gold),
    f1: (200 * right) / Math.max(1, found + gold),
  })
  return { person: score(counts.person), organisation: score(counts.organisation), place: score(counts.place) }
}

function goldSpans(allowed: Uint8Array): string[] {
  const spans: string[] = []
  for (const [index, kind] of KINDS.entries()) {
    const first = 1 << (1 + index * 2)
    const following = first << 1
    for (let start = 0; start < allowed.length; start++) {
      if (allowed[start] !== first && !(allowed[start] === following && allowed[start - 1] !== following && allowed[start - 1] !== first)) continue
      let end = start + 1
      while (allowed[end] === following) end++
      spans.push(`${kind} ${start} ${end}`)
    }
  }
  return spans
}
