import { readFileSync } from 'node:fs'
import type { Entity } from '../../domain/entity.ts'
import { shareOnce } from '../../thread.ts'
import { readModelFile } from '../model-file.ts'
import { type EntityKind, type Gazetteer, type KnownMatch, type KnownName, openGazetteer } from './gazetteer.ts'
import { openWordTagger, readTagger, type TaggedSpan } from './tagger.ts'
import { LOWER, MARKED, type NameWords, readNameWords } from './words.ts'

export const ENTITY_MODEL = new URL('../models/entities.model', import.meta.url)

export interface EntityFinder {
  // What a text names, each once, in the order of the text; a province follows its first place.
  find(text: string): Entity[]
}

// A name that is less certain is not shown. Chosen on sentences that were judged by hand, other than those of the measurement.
const CONFIDENCE_MIN: Readonly<Record<EntityKind, number>> = { person: 0.85, organisation: 0.85, place: 0.85 }
// Where capitals say nothing, the model is right less often.
const UNCASED_MARGIN = 0.07
// A single word as a person in lower case, or as an organisation that no list has: most are abbreviations of other things.
const ALONE_MIN = 0.97
// Bounds what is stored of a mention.
const ENTITIES_MAX = 40
const KEY_MAX = 80

interface Named {
  readonly start: number
  readonly end: number
  readonly kind: EntityKind
  readonly key: string
  readonly province: string | null
}

export function openEntityFinder(model: URL | string = ENTITY_MODEL): EntityFinder {
  const read = () => readTagger(readModelFile(readFileSync(model), 'entities'))
  const tagger = openWordTagger(shareOnce(`entities ${model}`, read))
  const gazetteer = openGazetteer()
  return {
    find(text) {
      const words = readNameWords(text)
      const matches = gazetteer.find(words)
      const spans = tagger.tag(words, matches)
      return toEntities(namesIn(words, matches, spans, gazetteer))
    },
  }
}

// The confident spans of the model, and the known names that none of them contains.
function namesIn(
  words: NameWords,
  matches: readonly KnownMatch[],
  spans: readonly TaggedSpan[],
  gazetteer: Gazetteer,
): Named[] {
  const minOf = (span: TaggedSpan): number => {
    const lower = words.shapes[span.start] === LOWER
    const alone = span.end - span.start === 1 && span.kind !== 'place'
    if (alone && (lower || span.kind === 'organisation')) return ALONE_MIN
    return CONFIDENCE_MIN[span.kind] + (words.cased ? 0 : UNCASED_MARGIN)
  }
  const outer = spans.filter((span) => !isInsideKnown(span, matches))
  const confident = outer.filter((span) => span.confidence >= minOf(span) && isName(words, span))
  const named = confident.map((span) => toNamed(words, span, matches, gazetteer))
  for (const match of matches) {
    if (!match.sure || isLanguage(words, match.start) || isPartOfName(words, match.start)) continue
    const covered = outer.some((span) => {
      const overlaps = span.start < match.end && match.start < span.end
      return overlaps && (span.kind !== match.known.kind || confident.includes(span))
    })
    if (covered) continue
    named.push(fromKnown(match.known, match.start, match.end))
  }
  return named.sort((a, b) => a.start - b.start)
}

// A longer known name decides: of Universitas Indonesia or Pemkot Bandung the model may have read the place alone.
function isInsideKnown({ start, end }: TaggedSpan, matches: readonly KnownMatch[]): boolean {
  return matches.some(
    (match) => match.sure && match.start <= start && end <= match.end && match.end - match.start > end - start,
  )
}

const PRONOUNS = new Set('gw gue gua aku saya lo lu loe kamu kau dia'.split(' '))
const LETTERS_MIN = 3

function isName(words: NameWords, { start, end, kind }: TaggedSpan): boolean {
  const keys = words.keys.slice(start, end)
  if (words.shapes.slice(start, end).includes(MARKED)) return false
  if (kind === 'place') return !isLanguage(words, start)
  if (kind === 'organisation') return keys.join('').length > 1
  return keys.join('').length >= LETTERS_MIN && !keys.some((key) => /\p{N}/u.test(key) || PRONOUNS.has(key))
}

const INSTITUTIONS = new Set(
  'universitas institut politeknik akademi sekolah sma sman smk smkn smp smpn sd rs rsud rsup rsj puskesmas kantor bank stasiun yayasan'.split(
    ' ',
  ),
)

// Universitas Mataram, Stasiun ASEAN.
function isPartOfName({ keys }: NameWords, start: number): boolean {
  return INSTITUTIONS.has(keys[start - 1] ?? '')
}

// "bahasa Inggris" names a language, not a country.
function isLanguage({ keys }: NameWords, start: number): boolean {
  return ['bahasa', 'bhs', 'basa', 'sastra'].includes(keys[start - 1] ?? '')
}

function fromKnown({ kind, name, province }: KnownName, start: number, end: number): Named {
  return { start, end, kind, key: name.toLowerCase(), province }
}

// Forms of address and offices that a span may begin with.
const TITLES = new Set(
  'bapak ibu pak bu bpk mas mbak bang kak sdr saudara tuan nyonya haji presiden wapres menteri gubernur bupati'.split(
    ' ',
  ),
)

function toNamed(
  words: NameWords,
  { start, end, kind }: TaggedSpan,
  matches: readonly KnownMatch[],
  gazetteer: Gazetteer,
): Named {
  let first = start
  const named = kind === 'place' && INSTITUTIONS.has(words.keys[start] as string) ? 'organisation' : kind
  if (kind === 'person') while (first < end - 1 && TITLES.has(words.keys[first] as string)) first++
  const key = words.keys.slice(first, end).join(' ')
  const known = gazetteer.resolve(named, key)
  if (known !== null) return fromKnown(known, first, end)
  const inside =
    kind === 'place'
      ? matches.find((match) => match.start >= start && match.end <= end && match.known.kind === 'place')
      : undefined
  return { start: first, end, kind: named, key, province: inside?.known.province ?? null }
}

function toEntities(named: readonly Named[]): Entity[] {
  const entities = new Set<Entity>()
  for (const { kind, key, province } of named) {
    if (key.length > KEY_MAX || entities.size >= ENTITIES_MAX) continue
    entities.add(`${kind}:${key}`)
    if (province !== null) entities.add(`province:${province}`)
  }
  return [...entities]
}
