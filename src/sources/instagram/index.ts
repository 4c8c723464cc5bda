import { defineSource } from '../definition.ts'
import { HASHTAGS_MAX, hashtagsFor, roomForHashtag, WEEK_MS } from './hashtags.ts'

export const instagram = defineSource({
  name: 'instagram',
  platform: 'instagram',
  lookback: 'archive',
  settings: {
    token: { name: 'PANTAU_INSTAGRAM_TOKEN', kind: 'secret', required: true, about: 'Access token of the Graph API' },
    url: {
      name: 'PANTAU_INSTAGRAM_URL',
      kind: 'url',
      default: 'https://graph.facebook.com',
      about: 'Address of the Graph API',
    },
    user: {
      name: 'PANTAU_INSTAGRAM_USER',
      kind: 'text',
      default: '',
      required: true,
      about: 'Id of the Instagram professional account that searches',
    },
  },
  async open({ token, url, user }, { fetch, spending }) {
    const { openInstagram } = await import('./media.ts')
    const ledger = {
      claim: (hashtag: string, now: Date) =>
        spending.decide<Date | null>({ name: hashtag, since: new Date(now.getTime() - WEEK_MS), now }, (spent) => {
          const searched = spent.map(({ item, at }) => ({ hashtag: item, searchedAt: at }))
          const room = roomForHashtag(searched, hashtag, now)
          return { note: room === 'new', result: room instanceof Date ? room : null }
        }),
    }
    const feed = openInstagram({ token, userId: user, baseUrl: url.href, ledger, fetch })
    return { feed: { ...feed, addressesFor: hashtagsFor, addressesMax: HASHTAGS_MAX } }
  },
})
