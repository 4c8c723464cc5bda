const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

const steps: Readonly<Record<string, string>> = {
  twitter:
    'Buka akun pengembang, buat aplikasi, ikuti bayar-per-pakai, isi kredit, lalu salin Bearer Token. Biayanya sekitar $0,005 per kiriman yang dibaca.',
  youtube:
    'Buat proyek di Google Cloud Console, aktifkan YouTube Data API v3, lalu buat kunci API. Gratis, 100 pencarian sehari.',
  facebook:
    'Buat aplikasi bisnis, verifikasi bisnisnya, ajukan Page Public Content Access, lalu buat token untuk pengguna sistem. Setelah itu sebutkan halamannya.',
  instagram:
    'Pakai aplikasi Facebook dengan Instagram Public Content Access, hubungkan akun profesional ke sebuah halaman, lalu salin token dan id-nya.',
  tiktok:
    'Ajukan Research API. TikTok hanya memberikannya kepada lembaga akademik dan riset, lalu mengirim client key dan client secret.',
  feeds: 'Nyalakan media bawaan, atau tambahkan feed di tab Feed.',
  gdelt: 'Tidak perlu akun: isi dengan 1.',
  'google-news': 'Tidak perlu akun: isi dengan 1.',
}

// How each source is set up, and what to do about feeds that cannot be read; included in id-pages.ts.
export const idGuide = {
  guide: {
    steps,
    open: 'Buka halaman pengembang',
    set: 'Lalu atur ini di lingkungan server dan jalankan ulang layanan:',
    ready: (ready: number, all: number) => `${n(ready)} dari ${n(all)} sumber siap.`,
    retry: 'Baca lagi',
    retryOf: (name: string) => `Baca lagi: ${name}`,
    retryAll: (count: number) => `Baca lagi ${n(count)} yang bermasalah`,
    retried: 'Akan dibaca lagi dalam semenit.',
    alternatives: 'Alamat lain, yang dicoba dengan sendirinya:',
    noAlternative: 'Tidak ada alamat lain yang dikenal. Coba satu lewat “Feed baru”, lalu matikan yang ini.',
  },
}
