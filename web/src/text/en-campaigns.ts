import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)

// The texts of campaigns, included in en.ts.
export const enCampaigns: Pick<Text, 'campaigns'> = {
  campaigns: {
    title: 'Signs of a campaign',
    help: 'copies that look coordinated',
    notice:
      'This is a sign, and no proof. It describes posts, not persons: read the copies before you draw a conclusion. Fans who agree on a text, offices that repeat a statement and a warning that spreads in a panic look the same.',
    short: 'A sign, and no proof.',
    none: 'No signs of coordination in this period.',
    examined: (stories, since) =>
      `${n(stories)} ${stories === 1 ? 'story' : 'stories'} by at least five accounts examined, since ${since}.`,
    incomplete: 'Older stories were not examined; choose a shorter period to see them.',
    size: (copies, authors) => `${n(copies)} copies by ${n(authors)} accounts`,
    burst: (authors, minutes, share) =>
      `${n(authors)} accounts within ${minutes <= 1 ? 'a minute' : `${n(minutes)} minutes`}, ${n(Math.round(share * 100))}% of the copies read`,
    serial: (distinct) => `Numbered copies: ${n(distinct)} different numbers`,
    rising: 'the numbers grow with time',
    together: (accounts, of) =>
      `${n(accounts)} of ${n(of)} accounts also wrote the same words in at least two other stories`,
    signs: { burst: 'At once', serial: 'Numbered', together: 'Same accounts' },
    ordinary: {
      few: 'Fewer than five accounts present these words as their own.',
      news: 'This is the text of an article that was published earlier.',
      shared: 'Most of the posts name or link their source.',
      formula: 'This is a greeting or a condolence.',
      short: 'Many people may write a text as short as this without copying it.',
    },
    noSigns: 'This story shows no signs of coordination.',
    timeline: 'Copies over time',
    steps: (first, last) => `${first} to ${last}`,
    wording: 'Words in common',
    wordingShare: (share) => `in ${n(Math.round(share * 100))}% of the copies`,
    companions: 'Other stories of the same accounts',
    companionAccounts: (accounts) => `${n(accounts)} of the same accounts`,
    copies: 'Copies side by side',
    copiesHelp: 'one of each account, what they share is marked',
    all: 'See all evidence',
    list: 'All signs of a campaign',
    more: (value) => `${n(value)} more`,
  },
}
