import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)

// How each source is set up, and what to do about feeds that cannot be read; included in en-pages.ts.
export const enGuide: Pick<Text, 'guide'> = {
  guide: {
    steps: {
      twitter:
        'Open a developer account, create an app, enrol in pay-per-use, add credits, and copy the Bearer Token. Costs about $0.005 for each post read.',
      youtube:
        'Create a project in the Google Cloud console, enable YouTube Data API v3, and create an API key. Free, 100 searches a day.',
      facebook:
        'Create a business app, verify the business, request Page Public Content Access, and create a system user token. Then name the pages.',
      instagram:
        'Use the app of Facebook with Instagram Public Content Access, link a professional account to a page, and copy its token and id.',
      tiktok:
        'Apply for the Research API. TikTok grants it to academic and research bodies only, and sends a client key and a client secret.',
      feeds: 'Switch on the shipped outlets, or add a feed in the tab Feeds.',
      gdelt: 'Needs no account: set this to 1.',
      'google-news': 'Needs no account: set this to 1.',
    },
    open: 'Open the developer page',
    set: 'Then set these in the server’s environment and start the service again:',
    ready: (ready, all) => `${n(ready)} of ${n(all)} sources are ready.`,
    retry: 'Read again',
    retryOf: (name) => `Read again: ${name}`,
    retryAll: (count) => `Read ${n(count)} with problems again`,
    retried: 'They are read again within a minute.',
    alternatives: 'Other addresses, which are tried by themselves:',
    noAlternative: 'No other address is known. Try one with “New feed”, then switch this one off.',
  },
}
