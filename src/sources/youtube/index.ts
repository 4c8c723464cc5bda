import { defineSource } from '../definition.ts'
import { SEARCHES_PER_DAY_MAX } from './quota.ts'

export const youtube = defineSource({
  name: 'youtube',
  platform: 'youtube',
  lookback: 'any',
  settings: {
    key: { name: 'PANTAU_YOUTUBE_KEY', kind: 'secret', required: true, about: 'Key of the YouTube Data API v3' },
    url: {
      name: 'PANTAU_YOUTUBE_URL',
      kind: 'url',
      default: 'https://youtube.googleapis.com',
      about: 'Address of the YouTube Data API',
    },
    comments: {
      name: 'PANTAU_YOUTUBE_COMMENTS',
      kind: 'flag',
      default: true,
      about: 'Read the comments of videos that were found',
    },
  },
  async open({ key, url, comments }, { fetch, now, spending }) {
    const { openYoutube } = await import('./search.ts')
    const ledger = { spend: (day: string) => spending.takeOne(day, SEARCHES_PER_DAY_MAX) }
    return { search: openYoutube({ key, comments, baseUrl: url.href, ledger, fetch, now }) }
  },
})
