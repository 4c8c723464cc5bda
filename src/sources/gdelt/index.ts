import { defineSource } from '../definition.ts'
import { GDELT_DAYS } from './reach.ts'

export const gdelt = defineSource({
  name: 'gdelt',
  platform: 'news',
  lookback: { days: GDELT_DAYS },
  settings: {
    // Without the shipped outlets it is off by default.
    enabled: { name: 'PANTAU_GDELT', kind: 'flag', default: true, required: true, about: 'Search GDELT' },
    url: {
      name: 'PANTAU_GDELT_URL',
      kind: 'url',
      default: 'https://api.gdeltproject.org',
      about: 'Address of GDELT',
    },
  },
  async open({ url }, { fetch }) {
    const { openGdelt } = await import('./search.ts')
    return { search: openGdelt({ fetch, baseUrl: url.href }) }
  },
})
