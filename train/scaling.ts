import { calibrate, type Scaling } from '../src/analyse/calibration.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'

// A judged text of which the right sentiment is known.
export interface Judged {
  readonly logits: readonly number[]
  readonly unknown: number
  readonly label: Sentiment
  // Rows of one group count as much as those of any other.
  readonly group: string
}

const STEPS = 600
const RATE = 0.03
const DECAYS = [0.9, 0.999] as const
// Weak, so that a slope or a shift that the texts say little about stays small.
const PENALTY = 1e-3

// The scaling with the least log-loss, by Adam. Where `slope` is given, how unfamiliarity counts is not fitted.
export function fitScaling(rows: readonly Judged[], slope?: number): Scaling {
  const totals = new Map<string, number>()
  for (const { group } of rows) totals.set(group, (totals.get(group) ?? 0) + 1)
  const values = [0, slope ?? 0, 0, 0]
  const means = [0, 0, 0, 0]
  const squares = [0, 0, 0, 0]
  for (let step = 1; step <= STEPS; step++) {
    const gradient = values.map((value) => PENALTY * value)
    for (const row of rows)
      addGradient(row, toScaling(values), 1 / (totals.get(row.group) as number) / totals.size, gradient)
    if (slope !== undefined) gradient[1] = 0
    gradient.forEach((slopeOf, at) => {
      means[at] = DECAYS[0] * (means[at] as number) + (1 - DECAYS[0]) * slopeOf
      squares[at] = DECAYS[1] * (squares[at] as number) + (1 - DECAYS[1]) * slopeOf * slopeOf
      const mean = (means[at] as number) / (1 - DECAYS[0] ** step)
      const square = (squares[at] as number) / (1 - DECAYS[1] ** step)
      values[at] = (values[at] as number) - (RATE * mean) / (Math.sqrt(square) + 1e-8)
    })
  }
  return toScaling(values)
}

function toScaling(values: readonly number[]): Scaling {
  const [scale, unknown, negative, positive] = values as [number, number, number, number]
  return { scale, unknown, negative, positive }
}

function addGradient({ logits, unknown, label }: Judged, scaling: Scaling, weight: number, gradient: number[]): void {
  const errors = calibrate(logits, unknown, scaling).map((share, at) => share - (at === label + 1 ? 1 : 0))
  const factor = Math.exp(scaling.scale - scaling.unknown * unknown)
  const slope = factor * errors.reduce((sum, error, at) => sum + error * (logits[at] as number), 0)
  const add = [slope, -unknown * slope, errors[0] as number, errors[2] as number]
  add.forEach((value, at) => {
    gradient[at] = (gradient[at] as number) + weight * value
  })
}
