import { PLATFORMS, type Platform } from './platform.ts'
import { SENTIMENTS, type Sentiment } from './sentiment.ts'

// A cell is one platform with one sentiment. Counts are kept per cell, so that every filter of the contract is a set of cells.
export const CELLS_TOTAL = PLATFORMS.length * SENTIMENTS.length

export function cellOf(platform: Platform, sentiment: Sentiment): number {
  return PLATFORMS.indexOf(platform) * SENTIMENTS.length + (sentiment + 1)
}

export interface CellFilter {
  readonly sentiment?: Sentiment | undefined
  readonly platforms?: readonly Platform[] | undefined
}

// The cells a filter selects, ascending; null means all cells, which are read without a filter.
export function cellsOf(filter: CellFilter): number[] | null {
  if (filter.sentiment === undefined && filter.platforms === undefined) return null
  const platforms = filter.platforms ?? PLATFORMS
  const sentiments = filter.sentiment === undefined ? SENTIMENTS : [filter.sentiment]
  return PLATFORMS.filter((platform) => platforms.includes(platform)).flatMap((platform) =>
    sentiments.map((sentiment) => cellOf(platform, sentiment)),
  )
}
