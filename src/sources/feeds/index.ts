import { defineSource } from '../definition.ts'

// Web feeds: the shipped outlets and what administrators add, bridges for other platforms included. There are no settings: the source
// is ready as soon as one feed exists.
export const feeds = defineSource({
  name: 'feeds',
  platform: 'news',
  lookback: 'archive',
  settings: {},
  async open(_settings, { fetch }) {
    const { openNewsFeed } = await import('./read.ts')
    return { feed: openNewsFeed(fetch) }
  },
})
