// Quantiles of the t and beta distributions, from the regularised incomplete beta function.

// The value that a variable with Student's t distribution exceeds with probability 1 - p; p is above 0.5.
export function tQuantile(p: number, degrees: number): number {
  const exceeds = (t: number) => incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
  return bisect((t) => exceeds(t) > 1 - p, 0, 1e4)
}

// The value below which a variable with a beta distribution is with probability p.
export function betaQuantile(p: number, a: number, b: number): number {
  return bisect((x) => incompleteBeta(x, a, b) < p, 0, 1)
}

const STEPS = 80

// Where `isBelow` changes from true to false.
function bisect(isBelow: (x: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

// The continued fraction converges quickly below the mean; above it, the symmetry I(x; a, b) = 1 - I(1 - x; b, a) is used.
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

const TERMS_MAX = 500
const PRECISION = 1e-14
const TINY = 1e-300

// Lentz's method. Each term of the fraction has an even and an odd part.
function fraction(x: number, a: number, b: number): number {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= TERMS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    result *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    result *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return result
}

// Stirling's series, after shifting the argument to where it is precise.
function logGamma(value: number): number {
  let shift = 0
  let x = value
  for (; x < 15; x++) shift -= Math.log(x)
  const inverse = 1 / (x * x)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x
  return shift + (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series
}
