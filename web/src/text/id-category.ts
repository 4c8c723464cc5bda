// The names of the categories, included in id.ts.
export const idCategory = {
  category: {
    'sosial-budaya': 'Sosial budaya',
    ideologi: 'Ideologi',
    politik: 'Politik',
    ekonomi: 'Ekonomi',
    'pertahanan-keamanan': 'Pertahanan keamanan',
    semua: 'Semua',
    umum: 'Umum',
    olahraga: 'Olahraga',
    sosial: 'Sosial',
    budaya: 'Budaya',
    teknologi: 'Teknologi',
    hiburan: 'Hiburan',
    kesehatan: 'Kesehatan',
    pendidikan: 'Pendidikan',
    agama: 'Agama',
  },
}
