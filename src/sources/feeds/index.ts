import { defineSource } from '../definition.ts'

// Outlets' feeds, which administrators add. They need no setting: the source is ready when there is any feed.
export const feeds = defineSource({
  name: 'feeds',
  platform: 'news',
  settings: {},
  async open(_settings, { fetch }) {
    const { openNewsFeed } = await import('./read.ts')
    return { feed: openNewsFeed(fetch) }
  },
})
