import type { FeedSourceName } from '../domain/feed.ts'
import { type ArticleReader, openArticleReader } from './article/index.ts'
import { openFacebook } from './facebook/index.ts'
import { openNewsFeed } from './feeds/index.ts'
import { openGdelt } from './gdelt/index.ts'
import { openGoogleNews } from './google-news/index.ts'
import { openRobots } from './http/robots.ts'
import type { HashtagLedger } from './instagram/hashtags.ts'
import { openInstagram } from './instagram/index.ts'
import { isReady, type SourceSettings } from './settings.ts'
import type { FeedSource, Fetch, SearchSource } from './source.ts'
import { openTiktok } from './tiktok/index.ts'
import { openTwitter } from './twitter/index.ts'
import { openYoutube } from './youtube/index.ts'
import type { SearchLedger } from './youtube/quota.ts'

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
