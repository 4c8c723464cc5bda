const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of audits, included in id-pages.ts.
export const idAudit = {
  audit: {
    title: 'Audit sentimen',
    open: 'Audit',
    explain:
      'Anda menilai mention yang diambil secara acak. Dari penilaian itu dihitung porsi sentimen yang sebenarnya, beserta rentang ketidakpastiannya.',
    trend:
      'Untuk membandingkan dua periode, setiap periode perlu audit sendiri. Dengan 100 + 100 penilaian, perubahan 10 poin terlihat dalam 35 sampai 75 dari 100 kasus.',
    start: 'Mulai audit baru',
    wholeProject: 'Seluruh proyek',
    since: (time: string) => `sejak ${time}`,
    cards: (value: number) => `${n(value)} mention`,
    width: (points: string) => `sekitar ± ${points} poin`,
    question: 'Bagaimana nada mention ini?',
    progress: (labelled: number, size: number) => `${n(labelled)} dari ${n(size)} dinilai`,
    undo: 'Urungkan',
    done: 'Semua mention terpilih sudah dinilai.',
    extend: (size: number) => `Tambah sampai ${n(size)} mention`,
    earlier: 'Audit proyek ini',
    resume: 'Lanjutkan',
    look: 'Buka',
    none: 'Belum ada audit.',
    soon: (missing: number) => `Rentang muncul setelah ${n(missing)} penilaian lagi.`,
    range: (low: string, high: string) => `${low} – ${high}`,
    judgedBy: (labels: number, names: string) =>
      `Rentang 95 % dari ${n(labels)} penilaian, menurut penilaian ${names}.`,
    notAudited: 'Belum diaudit: porsi menurut model saja.',
    tooFew: 'Audit belum cukup untuk pilihan ini: porsi menurut model saja.',
    notAuditedShort: 'belum diaudit',
    tooFewShort: 'audit belum cukup',
  },
}
