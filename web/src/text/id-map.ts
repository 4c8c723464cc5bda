// The texts of names and of the map, included in id-relevance.ts.
export const idMap = {
  map: {
    title: 'Peta provinsi',
    help: 'Menurut tempat yang disebut dalam teks',
    province: 'Provinsi',
    mentions: 'Mention',
    noPlace: 'Tanpa nama tempat di Indonesia',
    islands: {
      sumatra: 'Sumatera',
      java: 'Jawa',
      kalimantan: 'Kalimantan',
      sulawesi: 'Sulawesi',
      nusaTenggara: 'Bali–Nusa Tenggara',
      maluku: 'Maluku',
      papua: 'Papua',
    },
    anyEntity: 'Hapus filter nama',
    persons: 'Tokoh',
    organisations: 'Organisasi',
    places: 'Tempat',
  },
}
