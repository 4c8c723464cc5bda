import type { FeedSourceName } from '../domain/feed.ts'
import type { Platform } from '../domain/platform.ts'
import { openFacebook } from './facebook/index.ts'
import type { HashtagLedger } from './instagram/hashtags.ts'
import { openInstagram } from './instagram/index.ts'
import { type ArticleReader, openArticleReader } from './news/article.ts'
import { openGdelt } from './news/gdelt.ts'
import { openGoogleNews } from './news/google.ts'
import { openNewsFeed } from './news/index.ts'
import { openRobots } from './robots.ts'
import type { FeedSource, Fetch, SearchSource } from './source.ts'
import { openTiktok } from './tiktok/index.ts'
import { openTwitter, type XDialect } from './twitter/index.ts'
import { openYoutube } from './youtube/index.ts'
import type { SearchLedger } from './youtube/quota.ts'

// What the operator set. An empty text is "not set": the source is then off.
export interface SourceSettings {
  readonly x: { readonly token: string; readonly url: URL; readonly dialect: XDialect }
  readonly youtube: { readonly key: string; readonly url: URL; readonly comments: boolean }
  readonly facebook: { readonly token: string; readonly url: URL; readonly pages: readonly string[] }
  readonly instagram: { readonly token: string; readonly url: URL; readonly user: string }
  readonly tiktok: { readonly key: string; readonly secret: string; readonly url: URL }
  readonly googleNews: { readonly enabled: boolean; readonly url: URL }
  readonly gdelt: { readonly enabled: boolean; readonly url: URL }
  // Whether whole articles are read for matched headlines.
  readonly fullText: boolean
}

export interface Ledgers {
  readonly searches: SearchLedger
  readonly hashtags: HashtagLedger
}

export interface Sources {
  // Asked per project.
  readonly search: readonly SearchSource[]
  // Read once for everybody.
  readonly feeds: Readonly<Partial<Record<FeedSourceName, FeedSource>>>
  readonly article: ArticleReader | null
}

// Only what has its settings is opened.
export function openSources(settings: SourceSettings, fetch: Fetch, ledgers: Ledgers): Sources {
  const now = () => new Date()
  const { x, youtube, facebook, instagram, tiktok, googleNews, gdelt } = settings
  const search: SearchSource[] = []
  if (isReady('x', settings)) search.push(openTwitter({ ...x, baseUrl: x.url.href, fetch, now }))
  if (isReady('youtube', settings)) {
    search.push(openYoutube({ ...youtube, baseUrl: youtube.url.href, ledger: ledgers.searches, fetch, now }))
  }
  if (isReady('tiktok', settings)) {
    search.push(
      openTiktok({ clientKey: tiktok.key, clientSecret: tiktok.secret, baseUrl: tiktok.url.href, fetch, now }),
    )
  }
  if (googleNews.enabled) search.push(openGoogleNews({ fetch, baseUrl: googleNews.url.href }))
  if (gdelt.enabled) search.push(openGdelt({ fetch, baseUrl: gdelt.url.href }))
  const feeds: Partial<Record<FeedSourceName, FeedSource>> = { news: openNewsFeed(fetch) }
  if (isReady('facebook', settings)) {
    feeds.facebook = openFacebook({ token: facebook.token, baseUrl: facebook.url.href, fetch })
  }
  if (isReady('instagram', settings)) {
    const { token, user, url } = instagram
    feeds.instagram = openInstagram({ token, userId: user, baseUrl: url.href, ledger: ledgers.hashtags, fetch })
  }
  return {
    search,
    feeds,
    article: settings.fullText ? openArticleReader(fetch, openRobots({ fetch, product: 'Pantau', now })) : null,
  }
}

type Settable = 'x' | 'youtube' | 'facebook' | 'instagram' | 'tiktok'

function isReady(name: Settable, settings: SourceSettings): boolean {
  return missingOf(name, settings).length === 0
}

// The settings that a source still needs.
function missingOf(name: Settable, settings: SourceSettings): string[] {
  const { x, youtube, facebook, instagram, tiktok } = settings
  const needs: Record<Settable, readonly [string, boolean][]> = {
    x: [['PANTAU_X_TOKEN', x.token !== '']],
    youtube: [['PANTAU_YOUTUBE_KEY', youtube.key !== '']],
    facebook: [
      ['PANTAU_FACEBOOK_TOKEN', facebook.token !== ''],
      ['PANTAU_FACEBOOK_PAGES', facebook.pages.length > 0],
    ],
    instagram: [
      ['PANTAU_INSTAGRAM_TOKEN', instagram.token !== ''],
      ['PANTAU_INSTAGRAM_USER', instagram.user !== ''],
    ],
    tiktok: [
      ['PANTAU_TIKTOK_KEY', tiktok.key !== ''],
      ['PANTAU_TIKTOK_SECRET', tiktok.secret !== ''],
    ],
  }
  return needs[name].flatMap(([setting, isSet]) => (isSet ? [] : [setting]))
}

export interface SourceDescription {
  readonly name: string
  readonly platform: Platform
  readonly ready: boolean
  // The settings it still needs.
  readonly needs: readonly string[]
}

// Every source there is, for people. Outlets' feeds are ready when there is any.
export function describeSources(settings: SourceSettings, hasNewsFeeds: boolean): SourceDescription[] {
  const settable = (name: Settable, platform: Platform): SourceDescription => {
    const needs = missingOf(name, settings)
    return { name: platform, platform, ready: needs.length === 0, needs }
  }
  const needing = (name: string, ready: boolean, need: string): SourceDescription => {
    return { name, platform: 'news', ready, needs: ready ? [] : [need] }
  }
  return [
    settable('x', 'twitter'),
    settable('facebook', 'facebook'),
    settable('youtube', 'youtube'),
    settable('tiktok', 'tiktok'),
    settable('instagram', 'instagram'),
    needing('feeds', hasNewsFeeds, 'PANTAU_DEFAULT_FEEDS'),
    needing('google-news', settings.googleNews.enabled, 'PANTAU_GOOGLE_NEWS'),
    needing('gdelt', settings.gdelt.enabled, 'PANTAU_GDELT'),
  ]
}
