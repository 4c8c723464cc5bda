import { type Scaling, type Signs, toScaling } from '../src/analyse/calibration.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'

// A judged text of which the right sentiment is known.
export interface Judged {
  readonly logits: readonly number[]
  readonly signs: Signs
  readonly label: Sentiment
  // Rows of one group count together as much as those of any other, times their weight.
  readonly group: string
  readonly weight: number
}

const STEPS = 300
const RATE = 0.05
const DECAYS = [0.9, 0.999] as const
// Weak, so that a slope or a shift that the texts say little about stays small.
const PENALTY = 1e-3

// The scaling with the least log-loss, by Adam. Where `signs` is given, how they count is not fitted.
export function fitScaling(rows: readonly Judged[], signs?: Signs): Scaling {
  const totals = new Map<string, number>()
  for (const { group } of rows) totals.set(group, (totals.get(group) ?? 0) + 1)
  const weights = rows.map(({ group, weight }) => weight / (totals.get(group) as number) / totals.size)
  const values = [0, signs?.unknown ?? 0, signs?.doubt ?? 0, signs?.size ?? 0, 0, 0]
  const means = values.map(() => 0)
  const squares = values.map(() => 0)
  for (let step = 1; step <= STEPS; step++) {
    const gradient = values.map((value) => PENALTY * value)
    const scaling = toScaling(values)
    for (const [at, row] of rows.entries()) addGradient(row, scaling, weights[at] as number, gradient)
    if (signs !== undefined) gradient.fill(0, 1, 4)
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

// Without arrays, because it runs some ten million times.
function addGradient({ logits, signs, label }: Judged, scaling: Scaling, weight: number, gradient: number[]): void {
  const [first, second, third] = logits as [number, number, number]
  const against = scaling.unknown * signs.unknown + scaling.doubt * signs.doubt + scaling.size * signs.size
  const factor = Math.exp(scaling.scale - against)
  const negative = Math.exp((first - second) * factor + scaling.negative)
  const positive = Math.exp((third - second) * factor + scaling.positive)
  const total = negative + 1 + positive
  const low = negative / total - (label === -1 ? 1 : 0)
  const middle = 1 / total - (label === 0 ? 1 : 0)
  const high = positive / total - (label === 1 ? 1 : 0)
  const slope = factor * (low * first + middle * second + high * third)
  gradient[0] = (gradient[0] as number) + weight * slope
  gradient[1] = (gradient[1] as number) - weight * signs.unknown * slope
  gradient[2] = (gradient[2] as number) - weight * signs.doubt * slope
  gradient[3] = (gradient[3] as number) - weight * signs.size * slope
  gradient[4] = (gradient[4] as number) + weight * low
  gradient[5] = (gradient[5] as number) + weight * high
}
