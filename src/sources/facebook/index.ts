import { defineSource } from '../definition.ts'

export const facebook = defineSource({
  name: 'facebook',
  platform: 'facebook',
  lookback: 'archive',
  settings: {
    token: { name: 'PANTAU_FACEBOOK_TOKEN', kind: 'secret', required: true, about: 'Access token of the Graph API' },
    url: {
      name: 'PANTAU_FACEBOOK_URL',
      kind: 'url',
      default: 'https://graph.facebook.com',
      about: 'Address of the Graph API',
    },
    pages: { name: 'PANTAU_FACEBOOK_PAGES', kind: 'list', required: true, about: 'Ids or names of the pages to read' },
  },
  async open({ token, url, pages }, { fetch }) {
    const { openFacebook } = await import('./pages.ts')
    return { feed: { ...openFacebook({ token, baseUrl: url.href, fetch }), addresses: pages } }
  },
})
