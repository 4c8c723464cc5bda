import { defineSource } from '../definition.ts'
import { RECENT_DAYS } from './reach.ts'

// X accepts two names for the same fields (search.ts).
const DIALECTS = ['tweet', 'post'] as const

export const twitter = defineSource({
  name: 'twitter',
  platform: 'twitter',
  lookback: { days: RECENT_DAYS },
  settings: {
    token: { name: 'PANTAU_X_TOKEN', kind: 'secret', required: true, about: 'Bearer token of an X API app' },
    url: { name: 'PANTAU_X_URL', kind: 'url', default: 'https://api.x.com', about: 'Address of the X API' },
    dialect: {
      name: 'PANTAU_X_DIALECT',
      kind: 'choice',
      values: DIALECTS,
      default: 'tweet',
      about: 'How fields of a post are named: tweet.fields or post.fields',
    },
  },
  async open({ token, url, dialect }, { fetch, now }) {
    const { openTwitter } = await import('./search.ts')
    return { search: openTwitter({ token, dialect, baseUrl: url.href, fetch, now }) }
  },
})
