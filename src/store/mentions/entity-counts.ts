import { setImmediate } from 'node:timers/promises'
import type { Entity, NamedKind } from '../../domain/entity.ts'
import type { EntityNumbers, NumberedEntities, ProjectNumbers } from '../search/project-numbers.ts'
import { outside, type Selected } from '../search/select.ts'
import { BestCounts, type Counted } from './number-counts.ts'

export interface EntityCounts {
  // How many of the selected mentions name it.
  countOf(entity: Entity): number
  // Those of a kind that the most mentions name.
  top(kind: NamedKind, limit: number): Counted<Entity>[]
  // How many mentions name no place of a province.
  readonly withoutProvince: number
}

export async function countEntities(selected: readonly Selected[], numbers: ProjectNumbers): Promise<EntityCounts> {
  const { entities: list } = numbers
  let totals = new Uint32Array(1_024)
  let withoutProvince = 0
  for (const found of selected) {
    const { part, all, choice } = found
    const entities = await part.entities(numbers)
    const [hits, hitsName] = all === null ? [found.hits, found.hitsName] : [all, choice]
    const count = () => countIn(entities, hits, list)
    const { counts, without } =
      hitsName === null ? count() : part.derive(`entities ${hitsName}`, () => derived(count()))
    withoutProvince += without
    if (list.names.length > totals.length) totals = grow(totals, list.names.length)
    for (let code = 0; code < counts.length; code++) {
      const number = entities.numbers[code] as number
      totals[number] = (totals[number] as number) + (counts[code] as number)
    }
    for (const left of outside(found)) withoutProvince -= takeAway(totals, entities, left, list)
    await setImmediate()
  }
  return {
    countOf: (entity) => totals[list.numberOf(entity)] ?? 0,
    top: (kind, limit) => topOf(totals, list, kind, limit),
    withoutProvince,
  }
}

function topOf(totals: Uint32Array, { names, kinds }: EntityNumbers, kind: NamedKind, limit: number) {
  const best = new BestCounts<Entity>(limit)
  for (let number = 0; number < totals.length; number++) {
    const count = totals[number] as number
    if (count === 0 || kinds[number] !== kind) continue
    const key = names[number] as Entity
    if (best.admits(count, key)) best.add({ key, number, count })
  }
  return best.list()
}

interface PartCounts {
  // By code.
  readonly counts: Uint32Array
  readonly without: number
}

function derived(value: PartCounts) {
  return { value, bytes: value.counts.byteLength }
}

function countIn(
  { starts, codes, numbers }: NumberedEntities,
  hits: Uint32Array,
  { kinds }: EntityNumbers,
): PartCounts {
  const counts = new Uint32Array(numbers.length)
  if (numbers.length === 0) return { counts, without: hits.length }
  const isProvince = new Uint8Array(numbers.length)
  for (let code = 0; code < numbers.length; code++)
    isProvince[code] = Number(kinds[numbers[code] as number] === 'province')
  let without = 0
  for (let hit = 0; hit < hits.length; hit++) {
    const ordinal = hits[hit] as number
    const end = starts[ordinal + 1] as number
    let located = 0
    for (let at = starts[ordinal] as number; at < end; at++) {
      const code = codes[at] as number
      counts[code] = (counts[code] as number) + 1
      located |= isProvince[code] as number
    }
    without += 1 - located
  }
  return { counts, without }
}

// Returns how many of the mentions name no place of a province.
function takeAway(
  totals: Uint32Array,
  { starts, codes, numbers }: NumberedEntities,
  hits: Uint32Array,
  { kinds }: EntityNumbers,
): number {
  let without = 0
  for (const ordinal of hits) {
    let located = false
    for (let at = starts[ordinal] as number; at < (starts[ordinal + 1] as number); at++) {
      const number = numbers[codes[at] as number] as number
      totals[number] = (totals[number] as number) - 1
      if (kinds[number] === 'province') located = true
    }
    if (!located) without++
  }
  return without
}

function grow(totals: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(totals.length * 2, size))
  grown.set(totals)
  return grown
}
