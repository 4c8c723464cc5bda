const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of the three counts, included in id-pages.ts.
export const idCounts = {
  counts: {
    label: 'Yang dihitung',
    names: { mentions: 'Mention', unique: 'Cerita unik', independent: 'Penulis' },
    total: {
      mentions: (value: number) => `${n(value)} mention`,
      unique: (value: number) => `${n(value)} cerita unik`,
      independent: (value: number) => `${n(value)} penulis`,
    },
    help: {
      mentions: 'Mention: setiap unggahan, komentar, atau artikel yang cocok, termasuk salinannya.',
      unique: 'Cerita unik: semua salinan dihitung satu, dalam tiap hari atau jam dan dalam jumlahnya.',
      independent: 'Penulis: setiap penulis dihitung satu, dalam tiap hari atau jam dan dalam jumlahnya.',
    },
    before: (value: number) => `sebelumnya ${n(value)}`,
    beforeHelp: 'Dibanding periode sebelumnya yang sama panjang',
    against: (range: string) => `Dibanding periode sebelumnya yang sama panjang, ${range}`,
    nothingBefore: 'belum ada pembanding',
    notComparable: (value: number, range: string) =>
      `${n(value)} pada ${range}, yang tidak dipantau proyek ini seperti periode sekarang: perubahannya tidak bermakna.`,
    show: (name: string) => `Tampilkan ${name} pada grafik`,
  },
}
