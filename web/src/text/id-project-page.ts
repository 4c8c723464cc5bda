const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

interface Queries {
  readonly asked: number
  readonly answered: number
  readonly failed: number
}

// The texts of the project page: filter, charts, cards. Included in id-pages.ts.
export const idProjectPage = {
  projectPage: {
    chosen: 'Saringan yang dipasang',
    without: (label: string) => `Hapus saringan ${label}`,
    story: (title: string | null) => (title === null ? 'Satu cerita' : `Cerita: ${title}`),
    since: (day: string) => `sejak ${day}`,
    until: (day: string) => `sampai ${day}`,
    recent: 'Pencarian terakhir',
    saved: 'Pencarian tersimpan',
    saveSearch: 'Simpan pencarian ini…',
    forget: 'Hapus',
    nextRun: (minutes: number) =>
      minutes < 1 ? 'pengumpulan berikutnya sebentar lagi' : `pengumpulan berikutnya ${n(minutes)} menit lagi`,
    why: 'Mengapa?',
    zoom: 'Klik batang untuk menyaring waktunya, klik lagi untuk tahu sebabnya; seret untuk memilih rentang.',
    expected: (low: string, high: string) => `biasanya ${low}–${high}`,
    noneInPeriod: 'Tidak ada mention pada waktu ini.',
    unknownPeriod: 'Waktu ini tidak dipantau.',
    queries: ({ asked, answered, failed }: Queries) =>
      `${n(asked)} permintaan, ${n(answered)} dijawab, ${n(failed)} gagal`,
    notRead: 'Nyala; belum dibaca untuk proyek ini',
    points: (value: string) => `${value} poin`,
    pointsHelp: 'Perubahan bagian ini dibanding periode sebelumnya yang sama panjang, dalam poin persen',
    asOf: (time: string) => `keadaan ${time}`,
    copies: (count: number, first: string | null) =>
      first === null ? `${n(count)} lagi` : `${n(count)} lagi, pertama oleh ${first}`,
    whyHere: 'Mengapa di sini:',
    spread: (authors: number) => (authors > 1 ? `diceritakan ${n(authors)} penulis` : 'banyak salinannya'),
    engagement: 'banyak ditanggapi',
    relevance: 'tentang kata kunci Anda',
    recency: (ago: string) => `terbit ${ago}`,
    parts: (parts: Record<'spread' | 'engagement' | 'relevance', string>) =>
      `Nilai: sebaran ${parts.spread} dari 3, keterlibatan ${parts.engagement} dari 4, relevansi ${parts.relevance} dari 2; tiap 12 jam mengurangi 1.`,
  },
}
