import type { Platform } from '../domain/platform.ts'
import type { SourceInfo } from '../domain/source.ts'
import type { XDialect } from './twitter/index.ts'

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

type Settable = 'x' | 'youtube' | 'facebook' | 'instagram' | 'tiktok'

export function isReady(name: Settable, settings: SourceSettings): boolean {
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

// Every source there is, for people. Outlets' feeds are ready when there is any.
export function describeSources(settings: SourceSettings, hasNewsFeeds: boolean): SourceInfo[] {
  const settable = (name: Settable, platform: Platform): SourceInfo => {
    const needs = missingOf(name, settings)
    return { name: platform, platform, ready: needs.length === 0, needs }
  }
  const needing = (name: string, ready: boolean, need: string): SourceInfo => {
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
