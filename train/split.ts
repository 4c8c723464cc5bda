import type { Sample } from './data.ts'
import { nearDuplicates } from './duplicates.ts'

export interface Split {
  readonly train: Sample[]
  readonly valid: Sample[]
  // The number of training texts left out as near-duplicates of one of `valid`.
  readonly dropped: number
}

export function splitSamples(samples: readonly Sample[]): Split {
  const valid = samples.filter((sample) => sample.split === 'valid')
  const train = samples.filter((sample) => sample.split === 'train')
  const copies = nearDuplicates(
    train.map((sample) => sample.text),
    valid.map((sample) => sample.text),
  )
  const used = train.filter((_, at) => copies[at] !== true)
  return { train: used, valid, dropped: train.length - used.length }
}
