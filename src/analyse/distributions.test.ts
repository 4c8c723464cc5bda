import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betaQuantile, incompleteBeta, tQuantile } from './distributions.ts'

function assertNear(actual: number, expected: number, tolerance = 1e-9): void {
  assert.ok(Math.abs(actual - expected) < tolerance, `${actual} is not ${expected}`)
}

test('the incomplete beta function equals the tail of the binomial distribution', () => {
  // P(X >= k) for X with n trials of probability x, summed term by term.
  for (const [n, k, x] of [
    [10, 3, 0.2],
    [50, 1, 0.03],
    [50, 49, 0.9],
    [400, 120, 0.31],
  ] as const) {
    let tail = 0
    for (let i = k; i <= n; i++) tail += Math.exp(logChoose(n, i) + i * Math.log(x) + (n - i) * Math.log(1 - x))
    assertNear(incompleteBeta(x, k, n - k + 1), tail)
  }
})

function logChoose(n: number, k: number): number {
  let log = 0
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i)
  return log
}

test('the t quantile is exact where it has a closed form, and approaches the normal one', () => {
  // One degree of freedom is the Cauchy distribution; two have t = (2p - 1) sqrt(2 / (1 - (2p - 1)^2)).
  assertNear(tQuantile(0.975, 1), Math.tan(Math.PI * 0.475), 1e-6)
  assertNear(tQuantile(0.975, 2), 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2)), 1e-8)
  assertNear(tQuantile(0.975, 1e7), 1.959964, 1e-5)
})

test('the beta quantile inverts the distribution', () => {
  assertNear(betaQuantile(0.975, 1, 50), 1 - 0.025 ** (1 / 50))
  for (const p of [0.025, 0.5, 0.975]) assertNear(incompleteBeta(betaQuantile(p, 3.5, 8), 3.5, 8), p)
})
