import type { Moment, Reported } from '../domain/incident.ts'
import { PLATFORMS, type Platform } from '../domain/platform.ts'
import { shareInterval } from './tail.ts'

// Why an open incident is reported again.
export type Growth = 'doubled' | 'negative' | 'platform' | 'more'

const PLATFORM_MIN = 3
const PLATFORM_SHARE_MIN = 0.05

export function reportOf(moment: Moment | null, peak: number): Reported {
  const seen = moment?.seen ?? 0
  return {
    peak,
    seen,
    isNegative: moment !== null && isNegative(moment),
    platforms: moment === null ? [] : platformsOf(moment),
  }
}

// What is new since the last message.
export function growthOf(before: Reported, now: Reported): Growth[] {
  const growth: Growth[] = []
  // Of a rule that is not about mentions nothing can grow.
  if (now.seen === 0) return growth
  if (before.peak > 0 && now.peak >= 2 * before.peak) growth.push('doubled')
  if (now.isNegative && !before.isNegative) growth.push('negative')
  if (now.platforms.some((platform) => !before.platforms.includes(platform))) growth.push('platform')
  return growth
}

// Most of the mentions are negative, and not by chance.
function isNegative({ sentiment, seen }: Moment): boolean {
  return shareInterval(sentiment.now.negative, seen).low > 0.5
}

function platformsOf({ platforms, seen }: Moment): Platform[] {
  const counts = new Map(platforms.map(({ source, count }) => [source, count]))
  return PLATFORMS.filter(
    (platform) => (counts.get(platform) ?? 0) >= Math.max(PLATFORM_MIN, PLATFORM_SHARE_MIN * seen),
  )
}
