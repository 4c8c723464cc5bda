import { setImmediate } from 'node:timers/promises'
import { ID_BYTES } from '../ids.ts'
import { intersect, type Ordinals, rangeOf } from './ordinals.ts'
import type { Derived } from './segments.ts'
import { countSelected, type Selected } from './select.ts'

// A random sample of a selection, or all of it when it is small.
export interface Sample {
  readonly selected: readonly Selected[]
  readonly mentions: number
  // How many mentions it is a sample of.
  readonly of: number
}

// A mention is in the sample when the last 32 bits of its id, which are a hash, are below a share of all numbers of 32 bits. So a sample
// is the same on every reading, and that of a part of the selection has most mentions in common with it.
export async function sampleOf(selected: readonly Selected[], mentionsMax: number): Promise<Sample> {
  const of = countSelected(selected)
  if (of <= mentionsMax) return { selected, mentions: of, of }
  const bound = Math.floor((mentionsMax / of) * 2 ** 32)
  const sampled: Selected[] = []
  const level = 2 ** Math.ceil(Math.log2(bound))
  for (const { part, hits, hitsName } of selected) {
    const ids = await part.ids()
    await setImmediate()
    const choose = () => {
      const low =
        level > LEVEL_MAX
          ? hits
          : part.derive(`below ${level}`, () => sized(hitsBelow(ids, rangeOf(0, part.size), level)))
      const below = hitsBelow(ids, low, bound)
      return sized(low === hits ? below : intersect(below, hits))
    }
    const kept = hitsName === null ? choose().value : part.derive(`below ${bound} of ${hitsName}`, choose)
    if (kept.length > 0) sampled.push({ part, hits: kept, choice: null, hitsName: null, all: null })
  }
  return { selected: sampled, mentions: countSelected(sampled), of }
}

// The mentions of a part with hashes below a power of two are kept with it, up to one in 16.
const LEVEL_MAX = 2 ** 28

function sized(value: Ordinals): Derived<Ordinals> {
  return { value, bytes: 200 + value.byteLength }
}

function hitsBelow(ids: Buffer, hits: Ordinals, bound: number): Ordinals {
  const hashes = new DataView(ids.buffer, ids.byteOffset)
  const kept: number[] = []
  for (let at = 0; at < hits.length; at++) {
    const ordinal = hits[at] as number
    if (hashes.getUint32((ordinal + 1) * ID_BYTES - 4) < bound) kept.push(ordinal)
  }
  return Uint32Array.from(kept)
}
