import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)

// The texts of the inbox, included in en.ts.
export const enInbox: Pick<Text, 'messages' | 'inbox'> = {
  messages: {
    nav: 'Messages',
    inbox: 'Inbox',
    channels: 'Channels',
    brief: 'Brief',
  },
  inbox: {
    title: 'Inbox',
    unread: (value) => `${n(value)} unread`,
    bell: (value) => (value === 0 ? 'Inbox' : `Inbox, ${n(value)} unread`),
    explain: 'All messages to you, kept for 90 days.',
    markRead: 'Mark all as read',
    marked: (value) => `${n(value)} ${value === 1 ? 'message' : 'messages'} marked as read.`,
    isUnread: 'Unread',
    none: 'No messages yet',
    noneText: 'Alerts, briefs and notices about your channels appear here.',
    older: 'Older messages',
    type: {
      'incident.opened': 'Alert',
      'incident.updated': 'Update',
      'incident.closed': 'Over',
      brief: 'Brief',
      test: 'Test message',
      notice: 'Notice',
    },
    notify: 'Browser notifications',
    notifyHelp: 'Only while Pantau is open in a tab. For everything else, add a channel.',
    notifyDenied: 'This browser blocks notifications from Pantau. Allow them in the site settings of the browser.',
    notifyMissing:
      'This browser cannot show notifications from this page. Pantau has to be opened over https or on this computer itself.',
    notifyOn: 'Pantau notifications are on.',
  },
}
