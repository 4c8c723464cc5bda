import { type Entity, keyOf, kindOf } from '../../domain/entity.ts'
import { type Gazetteer, openGazetteer, type Province } from './gazetteer.ts'

let gazetteer: Gazetteer | undefined

function known(): Gazetteer {
  gazetteer ??= openGazetteer()
  return gazetteer
}

export function listProvinces(): readonly Province[] {
  return known().provinces
}

// The entity that is meant by one of its spellings: `person:jokowi` is `person:joko widodo`, and `organisation:kpk` the commission.
export function canonicalEntity(entity: Entity): Entity {
  const kind = kindOf(entity)
  if (kind === null || kind === 'province') return entity
  const name = known().resolve(kind, keyOf(entity))
  return name === null ? entity : `${kind}:${name.name.toLowerCase()}`
}

// How an entity is written for people: a known one by its official name, any other with capitals.
export function entityName(entity: Entity): string {
  const kind = kindOf(entity)
  const key = keyOf(entity)
  if (kind === 'province') return listProvinces().find(({ code }) => code === key)?.name ?? key
  const name = kind === null ? null : known().resolve(kind, key)
  return name?.name ?? key.split(' ').map(capitalise).join(' ')
}

const SMALL = new Set(['dan', 'of', 'the', 'bin', 'binti', 'al', 'de', 'van'])
const VOWEL = /[aeiouy]/

// A short word without a vowel is an abbreviation: PT, CV, DPRD.
function capitalise(word: string): string {
  if (SMALL.has(word)) return word
  if (word.length <= 4 && !VOWEL.test(word)) return word.toUpperCase()
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
