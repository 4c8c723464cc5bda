import { CLASSES } from '../src/analyse/sentiment.ts'
import type { Corpus } from './corpus.ts'
import type { Sample } from './data.ts'
import type { TrainingSet } from './network.ts'

const WEAK_WEIGHT = 0.3

// A set is weighted by the square root of its size, and weak labels less; the mean weight of all texts is close to one.
export function weightsOf(samples: readonly Sample[]): Float32Array {
  const totals = new Map<string, number>()
  for (const { set } of samples) totals.set(set.name, (totals.get(set.name) ?? 0) + 1)
  let sum = 0
  for (const total of totals.values()) sum += Math.sqrt(total)
  return Float32Array.from(samples, ({ set }) => {
    const weight = samples.length / sum / Math.sqrt(totals.get(set.name) as number)
    return set.weak ? weight * WEAK_WEIGHT : weight
  })
}

export function trainingSetOf(samples: readonly Sample[], corpus: Corpus): TrainingSet {
  const targets = new Float32Array(samples.length * CLASSES)
  samples.forEach((sample, text) => {
    targets[text * CLASSES + sample.label + 1] = 1
  })
  const masked = Uint8Array.from(samples, ({ set }) => (set.binary ? 1 : 0))
  return { corpus, targets, weights: weightsOf(samples), masked }
}

// Holds out one in `parts` texts: a contiguous run from each set and language, because parallel sets list the translations of a
// text at the same index and a text must not be on both sides of the split.
export function heldOut(samples: readonly Sample[], parts: number, part: number): Uint8Array {
  const groups = new Map<string, number[]>()
  samples.forEach(({ set, language }, index) => {
    if (set.weak) return
    const key = `${set.name} ${language}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [index])
    else group.push(index)
  })
  const held = new Uint8Array(samples.length)
  for (const group of groups.values()) {
    const to = Math.floor((group.length * (part + 1)) / parts)
    for (let at = Math.floor((group.length * part) / parts); at < to; at++) held[group[at] as number] = 1
  }
  return held
}
