const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of the command palette, the keys and the date field, included in id-pages.ts.
export const idHands = {
  hands: {
    palette: 'Palet perintah',
    find: 'Cari proyek, tampilan, halaman, atau tindakan',
    found: (count: number) => `${n(count)} ditemukan`,
    none: 'Tidak ada yang cocok.',
    groups: {
      here: 'Proyek ini',
      projects: 'Proyek',
      views: 'Tampilan tersimpan',
      pages: 'Halaman',
      actions: 'Tindakan',
    },
    listen: 'Mulai mendengarkan',
    pause: 'Berhenti mendengarkan',
    keys: 'Pintasan papan ketik',
    everywhere: 'Di semua halaman',
    inFeed: 'Di daftar mention',
    key: {
      j: 'Mention berikutnya',
      k: 'Mention sebelumnya',
      o: 'Buka unggahan aslinya di tab baru',
      e: 'Bentangkan atau ringkas: teks lengkap dan salinannya',
      t: 'Beri tag',
      '/': 'Ke kolom pencarian',
      '?': 'Daftar pintasan ini',
    },
    singleKeys: 'Pintasan satu tombol',
    singleKeysHelp: 'Matikan bila Anda memakai masukan suara. Ctrl K tetap berlaku.',
  },
  date: {
    choose: (label: string) => `Pilih tanggal: ${label}`,
    placeholder: 'hh/bb/tttt',
    invalid: 'Tulis tanggal, misalnya 31/12/2026.',
    previous: 'Bulan sebelumnya',
    next: 'Bulan berikutnya',
    today: 'Hari ini',
    clear: 'Kosongkan',
  },
}
