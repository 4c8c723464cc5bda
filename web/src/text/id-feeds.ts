import type { Platform } from '../platforms.ts'

const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of the feeds page and of addresses for feed readers, included in id-pages.ts.
export const idFeeds = {
  feeds: {
    platform: 'Platform',
    platformHelp: 'Kiriman siapa yang dibawa feed ini. Jembatan seperti RSSHub dapat membawa kiriman X atau TikTok.',
    urlHelp: 'RSS, Atom, JSON Feed, sitemap berita, atau kanal YouTube: alamat, @nama, atau id (UC…)',
    all: 'Semua',
    filter: 'Saring menurut keadaan',
    test: 'Coba dulu',
    testing: 'Alamat sedang dibaca…',
    found: (entries: number) => `${n(entries)} entri terbaca`,
    newest: 'terbaru',
    testFailed: 'Alamat ini tidak dapat dibaca sebagai feed.',
    readFrom: (url: string) => `dibaca dari ${url}`,
    learnt: 'Asal alamat',
    certainty: { checked: 'alamat pernah diperiksa', listed: 'alamat dari daftar umum', derived: 'alamat dugaan' },
    totals: 'Ringkasan feed',
    working: 'Berfungsi',
    waiting: 'Belum dibaca',
    problems: 'Bermasalah',
    off: 'Dimatikan',
    provinces: 'Provinsi',
    ofProvinces: (count: number) => `${n(count)} dari 38`,
    extras: 'Sumber tambahan tanpa biaya',
    extra: {
      gdelt: {
        name: 'GDELT',
        adds: 'Mencari berita berbahasa Indonesia hingga tiga bulan ke belakang, termasuk media yang tidak ada dalam daftar feed. Hanya judul; tanggalnya adalah saat GDELT melihat artikel.',
        setting: 'PANTAU_GDELT',
      },
      'google-news': {
        name: 'Google News',
        adds: 'Menemukan media tanpa feed terbuka, misalnya Kompas. Paling banyak 100 hasil per pencarian, satu pencarian per menit, dan tautannya lewat Google. Bukan antarmuka resmi.',
        setting: 'PANTAU_GOOGLE_NEWS',
      },
    },
    on: 'Aktif',
    switchOn: (setting: string) => `Nyalakan dengan ${setting}=1`,
    switchOff: (setting: string) => `Matikan dengan ${setting}=0`,
    byline: (person: string) => `oleh ${person}`,
    namedPlatform: (label: string, platform: Platform) => (platform === 'news' ? `${label} (situs media)` : label),
  },
  readerFeeds: {
    title: 'Alamat feed',
    open: 'Alamat feed…',
    explain:
      'Alamat rahasia untuk pembaca feed: mention terbaru atau cerita teratas proyek ini, tanpa masuk ke akun. Siapa pun yang memiliki alamatnya dapat membacanya, sampai Anda mencabutnya.',
    list: 'Isi feed',
    lists: { mentions: 'Mention terbaru', stories: 'Cerita teratas' },
    create: 'Buat alamat',
    filter: 'Saringan:',
    everything: 'Tanpa saringan',
    created: 'Alamat dibuat.',
    once: 'Salin sekarang: alamat ini tidak ditampilkan lagi.',
    none: 'Belum ada alamat feed.',
    since: 'dibuat',
    lastRead: 'terakhir dibaca',
    neverRead: 'belum pernah dibaca',
    revoke: 'Cabut',
    revoked: 'Alamat dicabut.',
  },
}
