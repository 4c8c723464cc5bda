import { PLATFORMS } from '../src/domain/platform.ts'
import type { PlainFilter, ScannedMention } from './full-scan.ts'
import type { Chance } from './hostile/random.ts'
import type { PostFields } from './mentions.ts'

export const DAY_MS = 86_400_000
export const DAYS = 40
export const FIRST_DAY = (Math.floor(Date.now() / DAY_MS) - DAYS - 20) * DAY_MS

// Few words, so that every combination occurs, and some that are read in more than one way.
const WORDS = 'banjir jakarta surut warga parah hujan deras pintu air timnas indonesia menang kalah'.split(' ')
const SPECIAL = [
  "Jum'at",
  '#TimnasIndonesia',
  '#pintu_air',
  '@kota_tua',
  'café',
  '東京タワー',
  'anak-anak',
  '🔥',
  'Hujan,',
]
const AUTHORS = ['ani', 'Budi', 'cici', 'D_E', 'eka.putra', '']
const ENTITIES = ['person:joko widodo', 'place:bandung', 'province:32', 'organisation:kpk']
export const TAGS = ['krisis', 'untuk ditinjau']
const LANGUAGES = ['id', 'en', 'jv', 'und']

function aText(chance: Chance): string {
  const length = 3 + chance.under(12)
  return Array.from({ length }, () => (chance.happens(0.15) ? chance.pick(SPECIAL) : chance.pick(WORDS))).join(' ')
}

export function aPostFields(chance: Chance): PostFields {
  // Whole hours, so that many mentions share an instant; posts arrive in any order.
  const at = FIRST_DAY + chance.under(DAYS * 24) * 3_600_000
  return {
    at,
    text: aText(chance),
    platform: chance.pick(PLATFORMS),
    sentiment: (chance.under(3) - 1) as -1 | 0 | 1,
    author: chance.pick(AUTHORS),
    language: chance.pick(LANGUAGES),
    passing: chance.happens(0.3),
    entities: ENTITIES.filter(() => chance.happens(0.3)),
  }
}

function aTerm(chance: Chance): string {
  if (chance.happens(0.2)) return chance.pick([...SPECIAL, 'jumat', '#pemilu', 'pintuair', 'tidakada', 'anak', '京'])
  return chance.pick(WORDS)
}

function aPhrase(chance: Chance): string {
  return Array.from({ length: 2 + chance.under(2) }, () => aTerm(chance)).join(' ')
}

export interface RandomFilter extends PlainFilter {
  readonly query: string
}

// A filter and the parameters that express it. Words are separated by exclusions and phrases, so that none of them form a hashtag,
// which has a test of its own.
export function aFilter(chance: Chance, mentions: readonly ScannedMention[]): RandomFilter {
  const words = Array.from({ length: chance.pick([0, 1, 1, 1]) }, () => aTerm(chance))
  const phrases = Array.from({ length: chance.pick([0, 0, 1]) }, () => aPhrase(chance))
  const none = Array.from({ length: chance.pick([0, 0, 1, 2]) }, () =>
    chance.happens(0.5) ? aTerm(chance) : aPhrase(chance),
  )
  const q = [
    ...words,
    ...phrases.map((phrase) => `"${phrase}"`),
    ...none.map((term) => (term.includes(' ') ? `-"${term}"` : `-${term}`)),
  ].join(' ')
  const from = chance.happens(0.5) ? new Date(FIRST_DAY + chance.under(DAYS * 48) * 1_800_000) : undefined
  const to = chance.happens(0.3)
    ? new Date((from?.getTime() ?? FIRST_DAY) + (1 + chance.under(DAYS * 24)) * 3_600_000)
    : undefined
  const filter = {
    from,
    to,
    sentiment: chance.happens(0.2) ? ((chance.under(3) - 1) as -1 | 0 | 1) : undefined,
    platforms: chance.happens(0.3) ? [chance.pick(PLATFORMS), chance.pick(PLATFORMS)] : undefined,
    language: chance.happens(0.2) ? chance.pick(LANGUAGES) : undefined,
    passing: chance.happens(0.2) ? chance.happens(0.5) : undefined,
    entity: chance.happens(0.2) ? chance.pick([...ENTITIES, 'place:solo']) : undefined,
    author: chance.happens(0.2) ? chance.pick(['ANI', 'budi', 'd_e', 'nobody']) : undefined,
    story: chance.happens(0.05) ? chance.pick(mentions).storyId : undefined,
    tag: chance.happens(0.2) ? chance.pick([...TAGS, 'tidak dipakai']) : undefined,
  }
  const query = new URLSearchParams()
  const set = (name: string, value: string | undefined) => (value === undefined ? undefined : query.set(name, value))
  set('from', from?.toISOString())
  set('to', to?.toISOString())
  set('sentimen', filter.sentiment?.toString())
  set('sosmedId', filter.platforms?.join(','))
  set('language', filter.language)
  set('relevance', filter.passing === undefined ? undefined : filter.passing ? 'passing' : 'subject')
  set('entity', filter.entity)
  set('author', filter.author)
  set('story', filter.story)
  set('tag', filter.tag?.toUpperCase())
  set('q', q === '' ? undefined : q)
  return { ...filter, all: [...words, ...phrases], none, query: query.toString() }
}
