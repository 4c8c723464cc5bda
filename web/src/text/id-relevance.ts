// The texts of mentions in passing, included in id.ts.
export const idRelevance = {
  relevance: {
    label: 'Relevansi',
    any: 'Relevansi',
    subject: 'Utama',
    passing: 'Sekilas',
    passingHelp: 'Teks ini membahas hal lain dan hanya menyebut kata kunci sekilas.',
  },
}
