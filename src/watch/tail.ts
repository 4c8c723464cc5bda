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

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast on one side of the mean only; the other side is its complement.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a
  return 1 - (front * betaFraction(1 - x, b, a)) / b
}

const FRACTION_STEPS_MAX = 500
const FRACTION_PRECISION = 1e-12
const TINY = 1e-300

// The continued fraction of the incomplete beta function, by Lentz's method.
function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= FRACTION_STEPS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    value *= d * c
    if (Math.abs(d * c - 1) < FRACTION_PRECISION) break
  }
  return value
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

// Stirling's series, after shifting small arguments up.
function logGamma(x: number): number {
  let shift = 0
  let at = x
  while (at < 8) {
    shift -= Math.log(at)
    at += 1
  }
  const inverse = 1 / (at * at)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series
}
