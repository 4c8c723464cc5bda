import type { Platform } from '../domain/platform.ts'
import { missingSettings, type Settings, type SettingValues } from '../domain/setting.ts'
import type { Lookback, SourceInfo } from '../domain/source.ts'
import type { ArticleReader } from './article/read.ts'
import type { SourceDefinition, SourceTools, Spending } from './definition.ts'
import { facebook } from './facebook/index.ts'
import { feeds } from './feeds/index.ts'
import { gdelt } from './gdelt/index.ts'
import { googleNews } from './google-news/index.ts'
import { instagram } from './instagram/index.ts'
import type { FeedSource, SearchSource } from './source.ts'
import { tiktok } from './tiktok/index.ts'
import { twitter } from './twitter/index.ts'
import { youtube } from './youtube/index.ts'

// The list of all sources, in the order in which they are shown.
export const SOURCES = [twitter, facebook, youtube, tiktok, instagram, feeds, googleNews, gdelt] as const

type Known = (typeof SOURCES)[number]

// The value of every source's settings, by the name of the source.
export type SourceSettings = { readonly [D in Known as D['name']]: SettingValues<D['settings']> }

export interface Sources {
  // Searched for each project.
  readonly search: readonly ConfiguredSearch[]
  // Read once for all projects.
  readonly feeds: Readonly<Partial<Record<Platform, FeedSource>>>
  readonly article: ArticleReader | null
}

export interface ConfiguredSearch extends SearchSource {
  readonly lookback: Lookback
}

export interface SourceOptions extends Omit<SourceTools, 'spending'> {
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly spending: (source: string) => Spending
  // Whether the full article is read for a matched headline.
  readonly fullText: boolean
}

// Opens only the sources whose required settings are present.
export async function openSources(
  options: SourceOptions,
  definitions: readonly SourceDefinition[] = SOURCES,
): Promise<Sources> {
  const { fetch, now } = options
  const search: ConfiguredSearch[] = []
  const feeds: Partial<Record<Platform, FeedSource>> = {}
  for (const definition of definitions) {
    const settings = options.settings[definition.name] ?? {}
    if (missingSettings(definition.settings, settings).length > 0) continue
    const tools = { fetch, now, spending: options.spending(definition.name) }
    const source = await definition.open(settings as SettingValues<Settings>, tools)
    if ('search' in source) search.push({ ...source.search, lookback: definition.lookback })
    else feeds[definition.platform] = source.feed
  }
  return { search, feeds, article: options.fullText ? await openArticles(options) : null }
}

async function openArticles({ fetch, now }: SourceOptions): Promise<ArticleReader> {
  const [{ openArticleReader }, { openRobots }] = await Promise.all([
    import('./article/read.ts'),
    import('./http/robots.ts'),
  ])
  return openArticleReader(fetch, openRobots({ fetch, product: 'Pantau', now }))
}

// All sources, for display. The feeds source is ready as soon as one feed exists.
export function describeSources(
  settings: SourceOptions['settings'],
  { hasFeeds }: { readonly hasFeeds: boolean },
): SourceInfo[] {
  return SOURCES.map((definition) => {
    const { name, platform, lookback } = definition
    const missing = missingSettings(definition.settings, settings[name] ?? {})
    const needs = definition === feeds && !hasFeeds ? ['PANTAU_DEFAULT_FEEDS'] : missing
    return { name, platform, ready: needs.length === 0, needs, lookback }
  })
}
