import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)

// The texts of the feeds page and of addresses for feed readers, included in en-pages.ts.
export const enFeeds: Pick<Text, 'feeds' | 'readerFeeds'> = {
  feeds: {
    platform: 'Platform',
    platformHelp: 'Whose posts the feed brings. A bridge such as RSSHub can bring posts of X or TikTok.',
    urlHelp: 'RSS, Atom, JSON Feed, a news sitemap, or a YouTube channel: its address, @name or id (UC…)',
    all: 'All',
    filter: 'Filter by state',
    test: 'Try it first',
    testing: 'Reading the address…',
    found: (entries) => (entries === 1 ? 'One entry was read' : `${n(entries)} entries were read`),
    newest: 'newest',
    testFailed: 'This address cannot be read as a feed.',
    readFrom: (url) => `read from ${url}`,
    learnt: 'Origin of the address',
    certainty: { checked: 'address was checked', listed: 'address from public lists', derived: 'address assumed' },
    totals: 'Summary of feeds',
    working: 'Working',
    waiting: 'Not read yet',
    problems: 'With problems',
    off: 'Off',
    provinces: 'Provinces',
    ofProvinces: (count) => `${n(count)} of 38`,
    extras: 'More sources at no cost',
    extra: {
      gdelt: {
        name: 'GDELT',
        adds: 'Searches Indonesian-language news up to three months back, including outlets that are not in the list of feeds. Titles only; its dates are when GDELT saw an article.',
        setting: 'PANTAU_GDELT',
      },
      'google-news': {
        name: 'Google News',
        adds: 'Finds outlets without an open feed, Kompas for example. At most 100 results per search, one search a minute, and links that lead through Google. It is not an official interface.',
        setting: 'PANTAU_GOOGLE_NEWS',
      },
    },
    on: 'On',
    switchOn: (setting) => `Switch on with ${setting}=1`,
    switchOff: (setting) => `Switch off with ${setting}=0`,
    byline: (person) => `by ${person}`,
    namedPlatform: (label, platform) => (platform === 'news' ? `${label} (outlets)` : label),
  },
  readerFeeds: {
    title: 'Feed address',
    open: 'Feed address…',
    explain:
      'A secret address for feed readers: the newest mentions or the top stories of this project, without logging in. Anyone who has the address can read it, until you revoke it.',
    list: 'What the feed shows',
    lists: { mentions: 'Newest mentions', stories: 'Top stories' },
    create: 'Create address',
    filter: 'Filter:',
    everything: 'No filter',
    created: 'The address is ready.',
    once: 'Copy it now: it is not shown again.',
    none: 'No feed addresses yet.',
    since: 'created',
    lastRead: 'last read',
    neverRead: 'never read',
    revoke: 'Revoke',
    revoked: 'The address is revoked.',
  },
}
