import type { Text } from './id.ts'

// The texts of one's own page and of adding a colleague, included in en-pages.ts.
export const enPerson: Pick<Text, 'person'> = {
  person: {
    display: 'Language and display',
    zone: 'Time zone',
    zoneHelp: 'For the times that are written. Days and charts stay in WIB, the same for everyone.',
    zoneSaved: 'Time zone changed.',
    messages: 'Messages and notifications',
    generated: 'Made at random. You can replace it; the person can change it in My account.',
    another: 'Make another password',
    kuotaHelp: 'How many new mentions may be collected.',
    handOver: (name) => `Hand over to ${name}`,
    handOverHelp:
      'The password is only shown now. Send it in a safe way, and ask the person to change it in My account.',
    credentials: 'Address, username and password',
    done: 'Done',
  },
}
