const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of campaigns, included in id.ts.
export const idCampaigns = {
  campaigns: {
    title: 'Tanda kampanye',
    help: 'salinan yang tampak terkoordinasi',
    notice:
      'Ini tanda, bukan bukti. Yang dinilai adalah kiriman, bukan orangnya: baca salinannya sebelum menarik kesimpulan. Pendukung yang menyepakati satu teks, kantor yang mengulang pernyataan, dan peringatan yang menyebar saat panik terlihat sama.',
    short: 'Tanda, bukan bukti.',
    none: 'Tidak ada tanda koordinasi pada periode ini.',
    examined: (stories: number, since: string) =>
      `${n(stories)} cerita dari sedikitnya lima akun diperiksa, sejak ${since}.`,
    incomplete: 'Cerita yang lebih lama tidak diperiksa; persempit periodenya untuk melihatnya.',
    size: (copies: number, authors: number) => `${n(copies)} salinan oleh ${n(authors)} akun`,
    burst: (authors: number, minutes: number, share: number) =>
      `${n(authors)} akun dalam ${minutes <= 1 ? 'satu menit' : `${n(minutes)} menit`}, ${n(Math.round(share * 100))}% dari salinan yang dibaca`,
    serial: (distinct: number) => `Salinan bernomor: ${n(distinct)} nomor berbeda`,
    rising: 'nomornya naik seiring waktu',
    together: (accounts: number, of: number) =>
      `${n(accounts)} dari ${n(of)} akun juga menulis kata yang sama di sedikitnya dua cerita lain`,
    signs: { burst: 'Serentak', serial: 'Bernomor', together: 'Akun yang sama' },
    ordinary: {
      few: 'Kurang dari lima akun memakai kata-kata ini sebagai miliknya.',
      news: 'Ini teks berita yang terbit lebih dulu.',
      shared: 'Sebagian besar kiriman menyebut atau menautkan sumbernya.',
      formula: 'Ini ucapan selamat atau belasungkawa.',
      short: 'Teks sependek ini bisa ditulis banyak orang tanpa saling menyalin.',
    },
    noSigns: 'Cerita ini tidak menunjukkan tanda koordinasi.',
    timeline: 'Salinan dari waktu ke waktu',
    steps: (first: string, last: string) => `${first} sampai ${last}`,
    wording: 'Kata-kata yang sama',
    wordingShare: (share: number) => `pada ${n(Math.round(share * 100))}% salinan`,
    companions: 'Cerita lain dari akun yang sama',
    companionAccounts: (accounts: number) => `${n(accounts)} akun yang sama`,
    copies: 'Salinan berdampingan',
    copiesHelp: 'satu dari tiap akun, yang sama ditandai',
    all: 'Lihat semua bukti',
    list: 'Semua tanda kampanye',
    more: (value: number) => `${n(value)} lagi`,
  },
}
