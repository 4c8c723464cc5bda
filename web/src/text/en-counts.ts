import type { Text } from './id.ts'

const numbers = new Intl.NumberFormat('en-GB')
const count = (value: number, one: string, other: string): string =>
  `${numbers.format(value)} ${value === 1 ? one : other}`

// The texts of the three counts, included in en-pages.ts.
export const enCounts: Pick<Text, 'counts'> = {
  counts: {
    label: 'Count',
    names: { mentions: 'Mentions', unique: 'Unique stories', independent: 'Authors' },
    total: {
      mentions: (value) => count(value, 'mention', 'mentions'),
      unique: (value) => count(value, 'unique story', 'unique stories'),
      independent: (value) => count(value, 'author', 'authors'),
    },
    help: {
      mentions: 'Mentions: every post, comment or article that matches, copies included.',
      unique: 'Unique stories: all copies count once, in each day or hour and in the total.',
      independent: 'Authors: each author counts once, in each day or hour and in the total.',
    },
    before: (value) => `${numbers.format(value)} before`,
    beforeHelp: 'Compared with the period of the same length before',
    against: (range) => `Compared with the period of the same length before, ${range}`,
    nothingBefore: 'nothing to compare with',
    notComparable: (value, range) =>
      `${numbers.format(value)} in ${range}, which the project did not cover as it covers this period: a change would say nothing.`,
    show: (name) => `Show ${name} in the chart`,
  },
}
