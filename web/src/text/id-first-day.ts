const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of a project without mentions; included in id-pages.ts.
export const idFirstDay = {
  firstDay: {
    title: 'Belum ada mention',
    listening: (since: string) => `Mendengarkan sejak ${since}.`,
    next: (minutes: number) =>
      minutes < 1 ? 'Pengumpulan berikutnya sebentar lagi.' : `Pengumpulan berikutnya dalam ${n(minutes)} menit.`,
    running: 'Pengumpulan sedang berjalan.',
    paused: 'Proyek ini tidak mendengarkan. Nyalakan “Dengarkan”, atau kumpulkan sekarang.',
    manual: 'Proyek ini hanya mengumpulkan atas permintaan. Tekan “Kumpulkan sekarang”.',
    notStarted: (day: string) => `Proyek ini mulai ${day}.`,
    ended: 'Proyek ini sudah berakhir. “Kumpulkan sekarang” mencari di antara tanggal-tanggalnya.',
    fill: 'Mention muncul di sini dengan sendirinya begitu ada yang cocok.',
    sources: 'Sumber',
    on: 'Nyala',
    off: 'Mati',
    failing: 'Gagal',
    off_advice: 'Belum disiapkan. Mintalah administrator untuk menyalakannya.',
    off_admin: 'Siapkan di Administrasi',
    none: 'Belum ada sumber yang nyala, jadi belum ada yang dapat dikumpulkan.',
    waiting: 'Siap; belum dibaca untuk proyek ini.',
    read: (received: number) =>
      received === 0 ? 'Dibaca; tidak ada yang baru.' : `${n(received)} kiriman dibaca, belum ada yang cocok.`,
  },
}
