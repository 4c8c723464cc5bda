import type { WireComparedSide, WireComparison } from './wire/compare.ts'

// Below this difference of the shares of covered hours, sides are taken as equally covered.
const COVERAGE_DIFFERENCE = 0.05

// What makes a comparison unfair.
export function warnAbout(
  sides: readonly (Pick<WireComparedSide, 'from' | 'to' | 'coverage'> & { readonly begins: Date })[],
  now: Date,
): WireComparison['warnings'] {
  const best = Math.max(0, ...sides.map(({ coverage }) => coverage.share ?? 0))
  const lengths = sides.map(({ from, to }) => Date.parse(to) - Date.parse(from))
  const unfinished = sides.map(({ to }) => Date.parse(to) > now.getTime())
  return sides.flatMap(({ from, coverage: { share }, begins }, side) => {
    const codes: WireComparison['warnings'][number]['code'][] = []
    if (share === null) codes.push('not_listening')
    else if (share < best - COVERAGE_DIFFERENCE) codes.push('less_covered')
    if (begins > new Date(from)) codes.push('began_later')
    if (lengths[side] !== lengths[0]) codes.push('other_length')
    if (unfinished[side] && unfinished.includes(false)) codes.push('unfinished')
    return codes.map((code) => ({ side, code }))
  })
}
