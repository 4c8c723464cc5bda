import { idMap } from './id-map.ts'

// The texts of what an analysis says about a mention: relevance, and names with the map. Included in id.ts.
export const idRelevance = {
  ...idMap,
  relevance: {
    label: 'Relevansi',
    any: 'Semua relevansi',
    subject: 'Utama',
    passing: 'Sekilas',
    passingHelp: 'Teks ini membahas hal lain dan hanya menyebut kata kunci sekilas.',
  },
}
