import type { Text } from './id.ts'

// The texts of names and of the map, included in en-relevance.ts.
export const enMap: Pick<Text, 'map'> = {
  map: {
    title: 'Map of provinces',
    help: 'By the places that texts name',
    province: 'Province',
    mentions: 'Mentions',
    noPlace: 'No place in Indonesia named',
    islands: {
      sumatra: 'Sumatra',
      java: 'Java',
      kalimantan: 'Kalimantan',
      sulawesi: 'Sulawesi',
      nusaTenggara: 'Bali–Nusa Tenggara',
      maluku: 'Maluku',
      papua: 'Papua',
    },
    anyEntity: 'Remove the filter by name',
    persons: 'People',
    organisations: 'Organisations',
    places: 'Places',
  },
}
