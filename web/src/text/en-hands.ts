import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)

// The texts of the command palette, the keys and the date field, included in en-pages.ts.
export const enHands: Pick<Text, 'hands' | 'date'> = {
  hands: {
    palette: 'Command palette',
    find: 'Find a project, view, page or action',
    found: (count) => `${n(count)} found`,
    none: 'Nothing matches.',
    groups: { here: 'This project', projects: 'Projects', views: 'Saved views', pages: 'Pages', actions: 'Actions' },
    listen: 'Start listening',
    pause: 'Stop listening',
    keys: 'Keyboard shortcuts',
    everywhere: 'On every page',
    inFeed: 'In the list of mentions',
    key: {
      j: 'Next mention',
      k: 'Previous mention',
      o: 'Open the original post in a new tab',
      e: 'Expand or collapse: whole text and copies',
      t: 'Add a tag',
      '/': 'Go to the search field',
      '?': 'This list',
    },
    singleKeys: 'Single-key shortcuts',
    singleKeysHelp: 'Switch them off if you use speech input. Ctrl K keeps working.',
  },
  date: {
    choose: (label) => `Choose a date: ${label}`,
    placeholder: 'dd/mm/yyyy',
    invalid: 'Enter a date, such as 31/12/2026.',
    previous: 'Previous month',
    next: 'Next month',
    today: 'Today',
    clear: 'Clear',
  },
}
