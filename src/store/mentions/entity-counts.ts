import { setImmediate } from 'node:timers/promises'
import { type Entity, kindOf } from '../../domain/entity.ts'
import type { Entities } from '../search/entity-column.ts'
import type { ProjectNumbers } from '../search/project-numbers.ts'
import type { Selected } from '../search/select.ts'

export interface EntityCounts {
  // How many of the selected mentions name each.
  readonly mentions: ReadonlyMap<Entity, number>
  // How many name no place of a province.
  readonly withoutProvince: number
}

export async function countEntities(selected: readonly Selected[], numbers: ProjectNumbers): Promise<EntityCounts> {
  let totals = new Uint32Array(1_024)
  let withoutProvince = 0
  for (const { part, hits, whole } of selected) {
    const entities = await part.entities()
    const own = await part.entityNumbers(numbers)
    const { counts, without } =
      whole === null ? countIn(entities, hits) : part.derive(`entities ${whole}`, () => derivedIn(entities, hits))
    withoutProvince += without
    for (let name = 0; name < counts.length; name++) {
      const number = own[name] as number
      if (number >= totals.length) totals = grow(totals, number)
      totals[number] = (totals[number] as number) + (counts[name] as number)
    }
    await setImmediate()
  }
  const mentions = numbers.entities.names.flatMap((name, number): [Entity, number][] => {
    const count = totals[number] ?? 0
    return count === 0 ? [] : [[name, count]]
  })
  return { mentions: new Map(mentions), withoutProvince }
}

interface PartCounts {
  // By the position of the name in the part.
  readonly counts: Uint32Array
  readonly without: number
}

function derivedIn(entities: Entities, hits: Uint32Array) {
  const value = countIn(entities, hits)
  return { value, bytes: value.counts.byteLength }
}

function countIn({ names, starts, numbers }: Entities, hits: Uint32Array): PartCounts {
  const counts = new Uint32Array(names.length)
  if (names.length === 0) return { counts, without: hits.length }
  const isProvince = Uint8Array.from(names, (name) => Number(kindOf(name) === 'province'))
  let without = 0
  for (let hit = 0; hit < hits.length; hit++) {
    const ordinal = hits[hit] as number
    const end = starts[ordinal + 1] as number
    let located = 0
    for (let at = starts[ordinal] as number; at < end; at++) {
      const number = numbers[at] as number
      counts[number] = (counts[number] as number) + 1
      located |= isProvince[number] as number
    }
    without += 1 - located
  }
  return { counts, without }
}

function grow(totals: Uint32Array, number: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(totals.length * 2, number + 1))
  grown.set(totals)
  return grown
}
