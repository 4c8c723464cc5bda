import { defineSource } from '../definition.ts'

export const tiktok = defineSource({
  name: 'tiktok',
  platform: 'tiktok',
  lookback: 'any',
  settings: {
    key: { name: 'PANTAU_TIKTOK_KEY', kind: 'secret', required: true, about: 'Client key of the TikTok Research API' },
    secret: {
      name: 'PANTAU_TIKTOK_SECRET',
      kind: 'secret',
      required: true,
      about: 'Client secret that goes with the key',
    },
    url: {
      name: 'PANTAU_TIKTOK_URL',
      kind: 'url',
      default: 'https://open.tiktokapis.com',
      about: 'Address of the TikTok Research API',
    },
  },
  async open({ key, secret, url }, { fetch, now }) {
    const { openTiktok } = await import('./search.ts')
    return { search: openTiktok({ clientKey: key, clientSecret: secret, baseUrl: url.href, fetch, now }) }
  },
})
