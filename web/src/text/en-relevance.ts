import type { Text } from './id.ts'

// The texts of mentions in passing, included in en.ts.
export const enRelevance: Pick<Text, 'relevance'> = {
  relevance: {
    label: 'Relevance',
    any: 'Relevance',
    subject: 'Subject',
    passing: 'In passing',
    passingHelp: 'This text is about something else and mentions the keywords only in passing.',
  },
}
