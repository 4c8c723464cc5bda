import { defineSource } from '../definition.ts'

export const googleNews = defineSource({
  name: 'google-news',
  platform: 'news',
  lookback: 'any',
  settings: {
    enabled: {
      name: 'PANTAU_GOOGLE_NEWS',
      kind: 'flag',
      default: false,
      required: true,
      about: 'Search Google News',
    },
    url: {
      name: 'PANTAU_GOOGLE_NEWS_URL',
      kind: 'url',
      default: 'https://news.google.com',
      about: 'Address of Google News',
    },
  },
  async open({ url }, { fetch }) {
    const { openGoogleNews } = await import('./search.ts')
    return { search: openGoogleNews({ fetch, baseUrl: url.href }) }
  },
})
