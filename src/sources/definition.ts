import type { Platform } from '../domain/platform.ts'
import type { Settings, SettingValues } from '../domain/setting.ts'
import type { Lookback } from '../domain/source.ts'
import type { FeedSource, Fetch, SearchSource } from './source.ts'

// A source describes itself: its name, its platform, the settings it reads, and how it is opened. Definitions are light, because
// the API and the configuration load all of them; `open` loads the code that talks to the platform.
export interface SourceDefinition<S extends Settings = Settings, Name extends string = string> {
  readonly name: Name
  readonly platform: Platform
  readonly lookback: Lookback
  readonly settings: S
  open(settings: SettingValues<S>, tools: SourceTools): Promise<OpenSource>
}

export interface SourceTools {
  readonly fetch: Fetch
  readonly now: () => Date
  readonly spending: Spending
}

// A source searches for a project, or is read once for all projects.
export type OpenSource = { readonly search: SearchSource } | { readonly feed: FeedSource }

// What the platform counts against our key. It is stored in the database, so that all processes together stay within the limit.
export interface Spending {
  // Takes one of `max` units of an item (a day's searches). False when none is left.
  takeOne(item: string, max: number): Promise<boolean>
  // Passes everything spent since `item.since` to `decide`, and records the item when it returns `note: true`.
  decide<T>(
    item: { readonly name: string; readonly since: Date; readonly now: Date },
    decide: (spent: readonly SpentItem[]) => { readonly note: boolean; readonly result: T },
  ): Promise<T>
}

export interface SpentItem {
  readonly item: string
  readonly at: Date
}

export function defineSource<const S extends Settings, const Name extends string>(
  definition: SourceDefinition<S, Name>,
): SourceDefinition<S, Name> {
  return definition
}
