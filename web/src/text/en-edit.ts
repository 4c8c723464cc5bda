import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)
const mentions = (value: number): string => `${n(value)} ${value === 1 ? 'mention' : 'mentions'}`

// The texts of editing a project and of looking ahead, included in en-pages.ts.
export const enEdit: Pick<Text, 'edit'> = {
  edit: {
    title: 'Edit project',
    preview: 'What it would bring',
    previewEmpty: 'Enter keywords to see what would be collected.',
    perMonth: (value) => `About ${n(value)} a month`,
    interval: (low, high) => `(${n(low)}–${n(high)})`,
    noForecast: 'The archive is too young to forecast a month.',
    ofQuota: (value) => `Each new mention uses one unit of quota; you have ${n(value)}.`,
    found: (value) => `${n(value)} ${value === 1 ? 'match' : 'matches'} in the last 90 days.`,
    sampled: (read, posts) => `Counted from a sample of ${n(read)} of the ${n(posts)} archived posts.`,
    atOnce: (value) => `${n(value)} ${value === 1 ? 'is' : 'are'} already in the archive and inside the dates.`,
    fromFeeds: (day) => `From the archive of feeds since ${day}. Searches on X, YouTube and TikTok come on top.`,
    warnings: {
      operator: 'This is read as a plain word, not as an operator. Write and or or in lower case.',
      not: 'This is read as a plain word. What must not occur belongs into the exclusions.',
      minus: 'The minus sign is ignored. What must not occur belongs into the exclusions.',
      parentheses: 'Parentheses are ignored. Write each combination, joined by or.',
      wildcard: 'The * is ignored: whole words are found.',
    },
    fix: 'Change to',
    brings: 'What each alternative brings',
    alternative: (matched, only) => `${n(matched)} ${matched === 1 ? 'match' : 'matches'}, ${n(only)} from this alone`,
    noisy: (value) => `${n(value)} seem to be about something else`,
    suggestions: 'Suggestions',
    offer: { exclude: 'Exclude', add: 'Add', affix: 'Add the form' },
    removes: (gain, loss) => `−${n(gain)} off topic${loss > 0 ? `, −${n(loss)} on topic` : ''}`,
    adds: (gain, loss) => `+${n(gain)}${loss > 0 ? `, ${n(loss)} perhaps off topic` : ''}`,
    examples: 'Newest examples',
    noExamples: 'Nothing in the archive matches.',
    moreExamples: (value) => `${n(value)} more ${value === 1 ? 'example' : 'examples'}`,
    saving: 'Save the changes',
    mentionsStay: 'Collected mentions stay. Those that no longer match are marked and can then be hidden or deleted.',
    fromArchive: (value) =>
      `Also collect ${n(value)} posts that are already in the archive (uses ${n(value)} units of quota)`,
    save: 'Save',
    busy: 'Saving…',
    saved: 'Project changed.',
    unmatched: (value) => `${mentions(value)} no longer ${value === 1 ? 'matches' : 'match'}.`,
    unmatchedHelp: 'They are still counted until you hide or delete them.',
    checking: 'Other mentions are still being checked.',
    hide: 'Hide all',
    delete: 'Delete all',
    deleteSure: 'Delete for good? Click again',
    hidden: (value) => `${mentions(value)} hidden.`,
    deleted: (value) => `${mentions(value)} deleted.`,
    history: 'Earlier keywords',
    until: (time, by) => `until ${time}, changed by ${by}:`,
    editedAt: (time, by) => `${time}, ${by}:`,
    noLongerMatching: 'no longer matches',
  },
}
