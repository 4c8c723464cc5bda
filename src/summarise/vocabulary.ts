import { PLATFORM_ROWS } from '../domain/platform.ts'

// Words that describe a discussion rather than its content. They need no support from a mention.
const REPORTING = new Set(
  `mention mentions sebutan penyebutan sentimen sentiment positif positive negatif negative netral neutral bernada nada
  percakapan perbincangan pembicaraan diskusi discussion conversation pembahasan unggahan unggah posting post posts
  postingan cuitan tweet tweets video komentar comment comments warganet netizen publik public masyarakat pengguna user
  users akun account accounts media berita news artikel article articles outlet outlets portal laporan report reports
  reported memberitakan melaporkan menulis menulisnya wrote writes written menyebut menyebutkan mengatakan menyatakan
  menyampaikan mengungkapkan membahas menyoroti mengeluhkan mengapresiasi ramai banyak terbanyak puncak memuncak peaked
  peak periode period tema theme themes utama main topik topic topics isu issue issues dominan dominant mendominasi
  dominated mayoritas majority sebagian bagian sisi side pihak disusul diikuti followed selebihnya sisanya rest tercatat
  terkumpul collected counted tercatatnya jumlah number volume total persen percent porsi share antara between sepanjang
  pada during tentang about seputar berkisar seputaran around terutama mainly misalnya contohnya example instance antaranya
  sementara meanwhile sedangkan adapun lainnya beredar circulated tersebar disalin copied salinan copies copy kali times
  hari day days tanggal date pekan minggu week bulan month awal akhir start end naik turun meningkat menurun rose fell
  increased decreased dibanding compared dengan with paling most sering often muncul appears appeared kata words word
  frasa phrases istilah mendorong driven drives didorong dipicu pendorong menonjol stands stand prominent terlihat seen
  summary ringkasan sumber source sources platform platforms menunjukkan shows show menjadi became mendapat received
  perhatian attention pendapat opinion opinions pandangan views view tanggapan respons response reaksi reaction kritik
  criticism keluhan complaints pujian praise dukungan support harapan positively negatively bernadanya lebih more fewer
  kecil besar terbesar largest kedua ketiga second third first pertama keseluruhan overall umum umumnya general generally
  jumlahnya keluar hadir ditemukan found berasal came come situs sites site jejaring sosial social salah satu one day's
  dibahas disinggung disebut dikutip quoted topiknya seharian harian daily masing rincian breakdown ikut tersisa bahwa
  soal sebanyak hanya only tidak ada none merata evenly spread relatif fairly semuanya sedikit few per across account
  menyangkut concerns concerned concerning revolves ketika when datang adalah were was all terakhir latest last kalimat
  sentence wording passage told terdengar suara voice voices mewakili berbunyi jumlahnya tersebut said says according
  mencapai reached reach menyumbang contributed contributing berjumlah terdiri consists meliputi includes including
  menempati mengungguli unggul leads lead memimpin teratas tertinggi highest terendah lowest terpopuler popular
  tersebar dibagikan shared membagikan merespons menanggapi responded mencerminkan reflects menggambarkan cenderung
  tends tend didominasi secara terbagi divided split rata-rata sekitar seputarnya tampak tercermin menyuarakan voiced
  menyebutnya focus focused fokus berfokus menuai drew terpantau monitored observed selama perhatiannya sorotan
  kabar kabarnya sama-sama sebaliknya cakupan lengkap terbaca batas mengemuka berhenti pemantauan monitoring coverage
  incomplete complete numbers stopped missing lower bound contrary emerged newly circulating widely quoting heard juga naik turun tetap up down
  unchanged hampir sama`.split(/\s+/),
)

export function isReporting(word: string): boolean {
  return REPORTING.has(word) || NAMES_ALLOWED.has(word)
}

// Capitalised words that are not names of people or organisations: platforms, months, days, units.
export const NAMES_ALLOWED: ReadonlySet<string> = new Set([
  ...PLATFORM_ROWS.flatMap(({ id, label }) => [id, label.id.toLowerCase(), label.en.toLowerCase()]),
  ...`januari februari maret april mei juni juli agustus september oktober november
  desember january february march may june july august october december senin selasa rabu kamis jumat sabtu minggu monday
  tuesday wednesday thursday friday saturday sunday rp wib wita wit i`.split(/\s+/),
])

const PREFIX = /^(?:meny|meng|men|mem|me|peny|peng|pen|pem|per|pe|ber|ter|di|ke|se)(?=\p{L}{3})/u
const SUFFIX = /(?<=\p{L}{3})(?:kannya|annya|nya|kan|lah|kah|an|ing|ed|es|s|i)$/u

// A rough stem that makes `kenaikan` and `naik` the same word. It is used for comparison only and never displayed.
export function stemOf(word: string): string {
  return word.replace(PREFIX, '').replace(SUFFIX, '')
}
