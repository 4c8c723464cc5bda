import { setImmediate } from 'node:timers/promises'
import { type Entity, kindOf } from '../../domain/entity.ts'
import type { Selected } from '../search/select.ts'

export interface EntityCounts {
  // How many of the selected mentions name each.
  readonly mentions: ReadonlyMap<Entity, number>
  // How many name no place of a province.
  readonly withoutProvince: number
}

export async function countEntities(selected: readonly Selected[]): Promise<EntityCounts> {
  const mentions = new Map<Entity, number>()
  let withoutProvince = 0
  for (const { part, hits } of selected) {
    const { names, starts, numbers } = await part.entities()
    if (names.length === 0) {
      withoutProvince += hits.length
      continue
    }
    const counts = new Uint32Array(names.length)
    const isProvince = names.map((name) => kindOf(name) === 'province')
    for (const ordinal of hits) {
      let located = false
      for (let at = starts[ordinal] as number; at < (starts[ordinal + 1] as number); at++) {
        const number = numbers[at] as number
        counts[number] = (counts[number] as number) + 1
        if (isProvince[number] === true) located = true
      }
      if (!located) withoutProvince++
    }
    for (const [number, count] of counts.entries()) {
      const name = names[number] as Entity
      if (count > 0) mentions.set(name, (mentions.get(name) ?? 0) + count)
    }
    await setImmediate()
  }
  return { mentions, withoutProvince }
}
