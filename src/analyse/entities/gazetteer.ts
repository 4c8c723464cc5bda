import { readFileSync } from 'node:fs'
import { LOWER, MARKED, type NameWords, readNameWords, SLOTS, UPPER } from './words.ts'

// The names that are known beforehand: places.txt, abroad.txt, organisations.txt and persons.txt, which say where they are from.
export type EntityKind = 'person' | 'organisation' | 'place'

export interface KnownName {
  readonly kind: EntityKind
  readonly name: string
  // The code of the province of a place, or of an office of one; null for all others.
  readonly province: string | null
}

export interface Province {
  readonly code: string
  readonly name: string
}

// How much a spelling says by itself: 0 always this name, 1 also a common word, 2 nearly always a common word.
type Doubt = 0 | 1 | 2

interface Spelling {
  readonly words: readonly string[]
  readonly known: KnownName
  readonly doubt: Doubt
}

export interface KnownMatch {
  readonly start: number
  readonly end: number
  readonly known: KnownName
  // Whether this occurrence is the name and not the common word.
  readonly sure: boolean
}

export interface Gazetteer {
  readonly provinces: readonly Province[]
  // Longest first, from left to right, never overlapping.
  find(words: NameWords): KnownMatch[]
  // The known name of a spelling.
  resolve(kind: EntityKind, spelling: string): KnownName | null
}

export function openGazetteer(): Gazetteer {
  const provinces: Province[] = []
  const spellings = [
    ...readPlaces(provinces),
    ...readList('abroad.txt', 'place'),
    ...readList('organisations.txt', 'organisation'),
    ...readList('persons.txt', 'person'),
  ]
  const byFirst = new Map<string, Spelling[]>()
  const byText = new Map<string, KnownName>()
  for (const spelling of spellings) {
    const text = `${spelling.known.kind}:${spelling.words.join(' ')}`
    if (byText.has(text)) continue
    byText.set(text, spelling.known)
    const first = spelling.words[0] as string
    byFirst.set(first, [...(byFirst.get(first) ?? []), spelling])
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length)
  return {
    provinces,
    find: openSearch(byFirst),
    resolve: (kind, spelling) => byText.get(`${kind}:${readNameWords(spelling).keys.join(' ')}`) ?? null,
  }
}

function readLines(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('['))
}

// The spellings of one entry, `Name* = Other = Third**`; the first is its name.
function readEntry(entry: string): { spelling: string; doubt: Doubt }[] {
  return entry.split('=').map((part) => {
    const spelling = part.trim()
    const plain = spelling.replace(/\*+$/, '')
    return { spelling: plain, doubt: Math.min(2, spelling.length - plain.length) as Doubt }
  })
}

function toSpelling(spelling: string, doubt: Doubt, known: KnownName): Spelling {
  return { words: readNameWords(spelling).keys, known, doubt }
}

function readList(file: string, kind: EntityKind): Spelling[] {
  const entries = readLines(file).flatMap((line) => (kind === 'place' ? line.split(';') : [line]))
  return entries.flatMap((entry) => {
    const all = readEntry(entry)
    const known = { kind, name: all[0]?.spelling ?? '', province: null }
    return all.map(({ spelling, doubt }) => toSpelling(spelling, doubt, known))
  })
}

// A province wins over a city of its name, and a city over a regency, which is then called "Kabupaten Bandung": this is how people use
// the bare name.
function readPlaces(provinces: Province[]): Spelling[] {
  const lines = readLines('places.txt').map((line) => {
    const [, type = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    return { type, rest }
  })
  const ofProvinces: Spelling[] = []
  const ofCities: Spelling[] = []
  const ofRegencies: Spelling[] = []
  const ofTowns: Spelling[] = []
  const ofOffices: Spelling[] = []
  const cities = new Set(
    lines
      .filter(({ type }) => type === 'kota')
      .flatMap(({ rest }) => rest.split(';').map((entry) => readEntry(entry)[0]?.spelling)),
  )
  const provinceNames = new Set(
    lines.filter(({ type }) => type === 'province').map(({ rest }) => readEntry(rest.slice(3))[0]?.spelling),
  )
  let code = ''
  for (const { type, rest } of lines) {
    if (type === 'province') {
      code = rest.slice(0, 2)
      const all = readEntry(rest.slice(3))
      const known = { kind: 'place', name: all[0]?.spelling ?? '', province: code } as const
      provinces.push({ code, name: known.name })
      for (const { spelling, doubt } of all) {
        ofProvinces.push(toSpelling(spelling, doubt, known), toSpelling(`Provinsi ${spelling}`, 0, known))
      }
      ofOffices.push(...officesOf(['Pemprov', 'Pemerintah Provinsi'], all, code), ...officesOf(['Polda'], all, code))
      continue
    }
    for (const entry of rest.split(';')) {
      const all = readEntry(entry)
      const bare = all[0]?.spelling ?? ''
      const taken = provinceNames.has(bare) || (type === 'kabupaten' && cities.has(bare))
      const prefix = type === 'kota' ? 'Kota' : 'Kabupaten'
      const known = { kind: 'place', name: taken ? `${prefix} ${bare}` : bare, province: code } as const
      const target = type === 'kota' ? ofCities : type === 'kabupaten' ? ofRegencies : ofTowns
      if (type === 'kota') ofOffices.push(...officesOf(['Pemkot', 'Pemerintah Kota'], all, code))
      if (type === 'kabupaten') ofOffices.push(...officesOf(['Pemkab', 'Pemerintah Kabupaten'], all, code))
      for (const { spelling, doubt } of all) {
        target.push(toSpelling(spelling, doubt, known))
        if (type === 'kota') target.push(toSpelling(`Kota ${spelling}`, 0, known))
        if (type === 'kabupaten')
          for (const word of ['Kabupaten', 'Kab', 'Kab .']) target.push(toSpelling(`${word} ${spelling}`, 0, known))
      }
    }
  }
  return [...ofProvinces, ...ofCities, ...ofRegencies, ...ofTowns, ...ofOffices]
}

// An office of a place, such as its government: an organisation that also says which province a text is about.
function officesOf(words: readonly string[], places: readonly { spelling: string }[], province: string): Spelling[] {
  const name = `${words[0]} ${places[0]?.spelling ?? ''}`
  const known = { kind: 'organisation', name, province } as const
  return places.flatMap(({ spelling }) => words.map((word) => toSpelling(`${word} ${spelling}`, 0, known)))
}

function openSearch(byFirst: ReadonlyMap<string, readonly Spelling[]>): (words: NameWords) => KnownMatch[] {
  // Of the word in a slot, once it was looked up.
  const beginsNone = new Uint8Array(SLOTS)
  let generation = -1
  const spellingsOf = ({ keys, slots }: NameWords, at: number): readonly Spelling[] => {
    const slot = slots[at] as number
    if (beginsNone[slot] === 1) return NONE
    const spellings = byFirst.get(keys[at] as string) ?? NONE
    if (spellings === NONE) beginsNone[slot] = 1
    return spellings
  }
  return (words) => {
    if (words.generation !== generation) beginsNone.fill(0)
    generation = words.generation
    return findKnown(words, spellingsOf)
  }
}

function findKnown(words: NameWords, spellingsOf: (words: NameWords, at: number) => readonly Spelling[]): KnownMatch[] {
  const found: KnownMatch[] = []
  for (let start = 0; start < words.keys.length; ) {
    const spelling = spellingAt(words.keys, start, spellingsOf(words, start))
    if (spelling === undefined || words.shapes[start] === MARKED) {
      start++
      continue
    }
    const end = start + spelling.words.length
    found.push({ start, end, known: spelling.known, sure: isSure(words, start, end, spelling) })
    start = end
  }
  return found
}

const NONE: readonly Spelling[] = []

function spellingAt(keys: readonly string[], start: number, candidates: readonly Spelling[]): Spelling | undefined {
  for (const candidate of candidates) if (occursAt(keys, start, candidate.words)) return candidate
  return undefined
}

function occursAt(keys: readonly string[], start: number, words: readonly string[]): boolean {
  for (let index = 1; index < words.length; index++) if (keys[start + index] !== words[index]) return false
  return true
}

// Before the name of a place: a kind of place or office decides, a preposition only suggests.
const DECIDING = new Set(
  'kota kabupaten kab provinsi pemkot pemkab pemprov bupati walikota polres polresta polrestabes polda kodim dprd warga wilayah daerah stasiun bandara pelabuhan kampung kecamatan pulau gubernur kajari kejari rsud universitas asal tim'.split(
    ' ',
  ),
)
const SUGGESTING = new Set('di ke dari se- untuk area sekitar seputar'.split(' '))

// A word of so many letters with only its first in capitals begins a sentence more often than it is an abbreviation.
const SHORT = 3

function isSure(words: NameWords, start: number, end: number, { doubt, known }: Spelling): boolean {
  const shape = words.shapes[start] as number
  const capital = words.cased && shape !== LOWER
  // A name inside a longer capitalised name is perhaps a part of it: Bima Arya, Solo Safari, Prabowo Hadi.
  const lonely = !capital || !(isCapital(words, start - 1) || isCapital(words, end))
  if (known.kind === 'person' && !lonely) return false
  if (doubt === 0) return true
  if (known.kind !== 'place')
    return (words.cased && shape === UPPER) || (capital && start > 0 && (words.keys[start] as string).length > SHORT)
  const before = words.keys[start - 1] ?? ''
  if (DECIDING.has(before)) return true
  if (doubt === 1) return (capital && start > 0 && lonely) || SUGGESTING.has(before)
  return capital && SUGGESTING.has(before) && lonely
}

function isCapital(words: NameWords, at: number): boolean {
  const shape = words.shapes[at]
  return shape !== undefined && shape >= 1 && shape <= 3
}
