import type { Text } from './id.ts'

// The names of the categories, included in en.ts.
export const enCategory: Pick<Text, 'category'> = {
  category: {
    'sosial-budaya': 'Society and culture',
    ideologi: 'Ideology',
    politik: 'Politics',
    ekonomi: 'Economy',
    'pertahanan-keamanan': 'Defence and security',
    semua: 'Everything',
    umum: 'General',
    olahraga: 'Sports',
    sosial: 'Society',
    budaya: 'Culture',
    teknologi: 'Technology',
    hiburan: 'Entertainment',
    kesehatan: 'Health',
    pendidikan: 'Education',
    agama: 'Religion',
  },
}
