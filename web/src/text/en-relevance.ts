import { enMap } from './en-map.ts'
import type { Text } from './id.ts'

// The texts of what an analysis says about a mention: relevance, and names with the map. Included in en.ts.
export const enRelevance: Pick<Text, 'relevance' | 'map'> = {
  ...enMap,
  relevance: {
    label: 'Relevance',
    any: 'Any relevance',
    subject: 'Subject',
    passing: 'In passing',
    passingHelp: 'This text is about something else and mentions the keywords only in passing.',
  },
}
