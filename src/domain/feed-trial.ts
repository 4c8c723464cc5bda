import type { FeedState } from './feed.ts'
import type { Platform } from './platform.ts'

export const TRIAL_SAMPLES_MAX = 5

// What a feed at an address would bring: its state after one reading, and its first entries as they would be stored.
export interface FeedTrial {
  readonly state: FeedState
  readonly detail: string | null
  readonly title: string | null
  readonly entries: number
  readonly newestAt: string | null
  readonly samples: readonly {
    readonly platform: Platform
    readonly id: string
    readonly text: string
    readonly url: string
    readonly author: string
    readonly byline: string | null
    readonly publishedAt: string
  }[]
}

// States in which a feed brings posts.
export const WORKING_STATES: ReadonlySet<FeedState> = new Set(['ok', 'undated', 'repeating'])
