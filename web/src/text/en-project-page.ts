import type { Text } from './id.ts'

const numbers = new Intl.NumberFormat('en-GB')
const n = (value: number): string => numbers.format(value)

// The texts of the project page: filter, charts, cards. Included in en-pages.ts.
export const enProjectPage: Pick<Text, 'projectPage'> = {
  projectPage: {
    chosen: 'Filters that are set',
    without: (label) => `Remove the filter ${label}`,
    story: (title) => (title === null ? 'One story' : `Story: ${title}`),
    since: (day) => `since ${day}`,
    until: (day) => `until ${day}`,
    recent: 'Recent searches',
    saved: 'Saved searches',
    saveSearch: 'Save this search…',
    forget: 'Clear',
    nextRun: (minutes) => (minutes < 1 ? 'next run in a moment' : `next run in ${n(minutes)} min`),
    why: 'Why?',
    zoom: 'Click a bar to filter by its time, click again to see why; drag to choose a range.',
    expected: (low, high) => `usually ${low}–${high}`,
    noneInPeriod: 'No mentions in this time.',
    unknownPeriod: 'This time was not monitored.',
    queries: ({ asked, answered, failed }) => `${n(asked)} requests, ${n(answered)} answered, ${n(failed)} failed`,
    notRead: 'On; not read for this project yet',
    points: (value) => `${value} points`,
    pointsHelp: 'Change of this share against the period of the same length before, in percentage points',
    asOf: (time) => `as of ${time}`,
    copies: (value, first) => (first === null ? `${n(value)} more` : `${n(value)} more, first by ${first}`),
    whyHere: 'Why here:',
    spread: (authors) => (authors > 1 ? `told by ${n(authors)} authors` : 'many copies'),
    engagement: 'many reactions',
    relevance: 'about your keywords',
    recency: (ago) => `published ${ago}`,
    parts: (parts) =>
      `Points: spread ${parts.spread} of 3, engagement ${parts.engagement} of 4, relevance ${parts.relevance} of 2; every 12 hours cost 1.`,
  },
}
