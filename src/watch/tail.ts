import { incompleteBeta } from '../analyse/distributions.ts'

// The chance of `count` or more events where `mean` are expected and the variance is mean + dispersion * mean^2: the upper tail of the
// negative binomial distribution, as a regularised incomplete beta function.
export function upperTail(count: number, mean: number, dispersion: number): number {
  if (count <= 0) return 1
  if (mean <= 0) return 0
  const size = 1 / dispersion
  return incompleteBeta(mean / (mean + size), count, size)
}

// The counts between which `1 - 2 * chance` of the hours lie.
export function expectedRange(mean: number, dispersion: number, chance = 0.025): { low: number; high: number } {
  return { low: quantile(1 - chance, mean, dispersion), high: quantile(chance, mean, dispersion) }
}

// The largest count whose upper tail is at least `tail`.
function quantile(tail: number, mean: number, dispersion: number): number {
  let low = 0
  let high = Math.ceil(mean * 4 + 20)
  while (upperTail(high, mean, dispersion) >= tail) high *= 2
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (upperTail(middle, mean, dispersion) >= tail) low = middle
    else high = middle
  }
  return low
}

// The interval of a share in which the true one lies in 95 % of the cases (Wilson).
export function shareInterval(part: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 }
  const z = 1.96
  const share = part / total
  const centre = share + (z * z) / (2 * total)
  const margin = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))
  const scale = 1 + (z * z) / total
  return { low: (centre - margin) / scale, high: (centre + margin) / scale }
}
