const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of editing a project and of looking ahead, included in id-pages.ts.
export const idEdit = {
  edit: {
    title: 'Ubah proyek',
    preview: 'Perkiraan hasil',
    previewEmpty: 'Tulis kata kunci untuk melihat apa yang akan terkumpul.',
    perMonth: (value: number) => `Sekitar ${n(value)} sebulan`,
    interval: (low: number, high: number) => `(${n(low)}–${n(high)})`,
    noForecast: 'Arsip belum cukup lama untuk memperkirakan satu bulan.',
    ofQuota: (value: number) => `Satu mention baru memakai satu kuota; kuota Anda ${n(value)}.`,
    found: (value: number) => `${n(value)} cocok dalam 90 hari terakhir.`,
    sampled: (read: number, posts: number) => `Dihitung dari sampel ${n(read)} dari ${n(posts)} kiriman di arsip.`,
    atOnce: (value: number) => `${n(value)} sudah ada di arsip dan masuk dalam tanggal proyek.`,
    fromFeeds: (day: string) =>
      `Dari arsip feed sejak ${day}. Hasil pencarian di X, YouTube, dan TikTok menambah jumlah ini.`,
    warnings: {
      operator: 'Ini dibaca sebagai kata biasa, bukan operator. Tulis and atau or dengan huruf kecil.',
      not: 'Ini dibaca sebagai kata biasa. Yang tidak boleh muncul ditulis di kolom pengecualian.',
      minus: 'Tanda minus diabaikan. Yang tidak boleh muncul ditulis di kolom pengecualian.',
      parentheses: 'Tanda kurung diabaikan. Tulis setiap kombinasi, disambung dengan or.',
      wildcard: 'Tanda * diabaikan: yang dicari adalah kata utuh.',
    },
    fix: 'Ganti menjadi',
    brings: 'Sumbangan tiap alternatif',
    alternative: (matched: number, only: number) => `${n(matched)} cocok, ${n(only)} hanya dari sini`,
    noisy: (value: number) => `${n(value)} tampaknya tentang hal lain`,
    suggestions: 'Saran',
    offer: { exclude: 'Kecualikan', add: 'Tambahkan', affix: 'Tambahkan bentuk' },
    removes: (gain: number, loss: number) =>
      `−${n(gain)} yang lain topik${loss > 0 ? `, −${n(loss)} yang sesuai` : ''}`,
    adds: (gain: number, loss: number) => `+${n(gain)}${loss > 0 ? `, ${n(loss)} mungkin lain topik` : ''}`,
    examples: 'Contoh terbaru',
    noExamples: 'Tidak ada yang cocok di arsip.',
    moreExamples: (value: number) => `${n(value)} contoh lagi`,
    saving: 'Simpan perubahan',
    mentionsStay:
      'Mention yang sudah terkumpul tetap ada. Yang tidak cocok lagi ditandai, lalu dapat disembunyikan atau dihapus.',
    fromArchive: (value: number) =>
      `Kumpulkan juga ${n(value)} kiriman yang sudah ada di arsip (memakai ${n(value)} kuota)`,
    save: 'Simpan',
    busy: 'Menyimpan…',
    saved: 'Proyek diubah.',
    unmatched: (value: number) => `${n(value)} mention tidak cocok lagi.`,
    unmatchedHelp: 'Mention itu masih dihitung sampai Anda menyembunyikan atau menghapusnya.',
    checking: 'Mention lain masih diperiksa.',
    hide: 'Sembunyikan semua',
    delete: 'Hapus semua',
    deleteSure: 'Hapus selamanya? Klik sekali lagi',
    hidden: (value: number) => `${n(value)} mention disembunyikan.`,
    deleted: (value: number) => `${n(value)} mention dihapus.`,
    history: 'Kata kunci sebelumnya',
    until: (time: string, by: string) => `sampai ${time}, diubah oleh ${by}:`,
    editedAt: (time: string, by: string) => `${time}, ${by}:`,
    noLongerMatching: 'tidak cocok lagi',
  },
}
