import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)
const count = (value: number, one: string, other: string): string => `${n(value)} ${value === 1 ? one : other}`

// The texts of a project without mentions; included in en-pages.ts.
export const enFirstDay: Pick<Text, 'firstDay'> = {
  firstDay: {
    title: 'No mentions yet',
    listening: (since) => `Listening since ${since}.`,
    next: (minutes) =>
      minutes < 1
        ? 'The next run begins in a moment.'
        : `The next run begins in ${count(minutes, 'minute', 'minutes')}.`,
    running: 'Collecting now.',
    paused: 'This project is not listening. Turn on “Listen”, or collect now.',
    manual: 'This project collects only on demand. Press “Collect now”.',
    notStarted: (day) => `This project starts on ${day}.`,
    ended: 'This project has ended. “Collect now” searches between its dates.',
    fill: 'Mentions appear here by themselves as soon as something matches.',
    sources: 'Sources',
    on: 'On',
    off: 'Off',
    failing: 'Failing',
    off_advice: 'Not set up yet. Ask an administrator to switch it on.',
    off_admin: 'Set it up in Administration',
    none: 'No source is on yet, so nothing can be collected.',
    waiting: 'Ready; not read for this project yet.',
    read: (received) =>
      received === 0 ? 'Read; nothing new.' : `${count(received, 'post', 'posts')} read, none matches yet.`,
  },
}
