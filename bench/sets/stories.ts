import type { Platform } from '../../src/domain/platform.ts'
import { type Chance, makeChance } from './similar.ts'

// A stream of posts whose stories are known, made from other words and other kinds of change than the pairs on which the constants
// were chosen (similar.ts). The same seed gives the same stream.
export interface StreamPost {
  readonly kind: string
  // Posts with the same number are one story.
  readonly story: number
  // Of a statement and its opposite: which one it is.
  readonly sense?: 'statement' | 'opposite'
  readonly text: string
  readonly author: string
  readonly atMs: number
  // X when absent.
  readonly platform?: Platform
}

export interface StreamSizes {
  // Stories of each ordinary kind.
  readonly stories: number
  readonly campaign: number
}

const START = Date.UTC(2026, 2, 1)
const HOUR_MS = 3_600_000

export function makeStream(seed: number, { stories: storiesTotal, campaign }: StreamSizes): StreamPost[] {
  const chance = makeChance(seed)
  const posts: StreamPost[] = []
  const stories = new Map<string, number>()
  let author = 0
  const add = (kind: string, texts: readonly string[], spreadHours = 48, sense?: StreamPost['sense']) => {
    // The first text is the original: the same one made twice is one story.
    const original = texts[0] ?? ''
    const story = stories.get(original) ?? stories.size + 1
    stories.set(original, story)
    const at = START + chance.whole(60 * 24) * HOUR_MS
    for (const text of texts) {
      author += 1
      posts.push({
        ...(sense === undefined ? {} : { sense }),
        kind,
        story,
        text,
        author: `orang${author}`,
        atMs: at + chance.whole(spreadHours * 3_600) * 1000,
      })
    }
  }
  for (let n = 0; n < storiesTotal; n++) {
    const text = sentence(chance)
    add('reposts', [text, ...copies(chance, text, Math.floor(12 * (chance.whole(1000) / 1000) ** 3))])
    add('alone', [opinion(chance, n)])
    for (const report of reports(chance)) add('one template, other facts', repeated(chance, report))
    const [statement, opposite] = opposites(chance)
    add('statement and opposite', repeated(chance, statement), 48, 'statement')
    add('statement and opposite', repeated(chance, opposite), 48, 'opposite')
    const lower = lowerCaseReports(chance)
    for (const report of lower) add('names in lower case', repeated(chance, report))
    if (n % 4 === 0) {
      const article = makeArticle(chance)
      add('articles and their parts', [article, ...articleCopies(chance, article)])
    }
    if (n % 4 === 1) for (const day of bulletins(chance)) add('daily bulletins', repeated(chance, day))
  }
  const numbered = Array.from(
    { length: campaign },
    (_, n) =>
      `Kami menuntut tarif angkutan umum diturunkan sekarang juga demi anak sekolah dan buruh, surat ke ${n + 1}`,
  )
  add('campaign, number at the end', numbered, 200)
  const inside = Array.from(
    { length: Math.ceil(campaign / 4) },
    (_, n) =>
      `Petisi nomor ${10_000 + n} meminta wakil rakyat membatalkan rencana penggusuran kampung nelayan demi masa depan anak cucu`,
  )
  add('campaign, number inside', inside, 200)
  return posts.sort((a, b) => a.atMs - b.atMs)
}

const TOWNS = [
  'Jember',
  'Banyuwangi',
  'Palopo',
  'Ternate',
  'Bukittinggi',
  'Singkawang',
  'Tarakan',
  'Baubau',
  'Sorong',
  'Garut',
  'Tegal',
  'Blitar',
] as const
const PERSONS = [
  'Yohanes Lamba',
  'Ratih Kusumawati',
  'Gede Artawan',
  'Fadhilah Nasution',
  'Hendrik Tumiwa',
  'Wulan Sasmita',
  'Iqbal Maulana',
] as const
const ACTORS = [
  'Sekelompok pelajar',
  'Para nelayan',
  'Petugas kebersihan',
  'Seorang sopir bus',
  'Ibu-ibu arisan',
  'Pemilik warung',
  'Relawan muda',
  'Pedagang sayur',
] as const
const DEEDS = [
  'memperbaiki jembatan kayu',
  'mengumpulkan buku bekas',
  'menanam pohon mangga',
  'menutup jalan utama',
  'menggelar doa bersama',
  'membersihkan selokan',
  'mengecat dinding sekolah',
  'membagikan makan siang',
] as const
const PLACES = [
  'dekat stasiun lama',
  'di belakang kantor pos',
  'di tepi sungai',
  'di halaman masjid',
  'di lapangan bola',
  'di depan rumah sakit',
  'di ujung gang sempit',
] as const
const TIMES = [
  'sejak subuh',
  'sepulang kerja',
  'pada akhir pekan',
  'menjelang magrib',
  'selama libur panjang',
  'setiap malam Jumat',
] as const
const REASONS = [
  'karena bosan menunggu janji',
  'supaya anak-anak bisa belajar tenang',
  'agar tamu merasa nyaman',
  'walaupun hujan turun terus',
  'tanpa meminta bayaran sedikit pun',
  'sambil bernyanyi lagu daerah',
] as const
const RESULTS = [
  'warga sekitar ikut membantu dengan senang hati',
  'lalu lintas jadi tersendat cukup lama',
  'banyak orang merekam dengan telepon genggam',
  'lurah akhirnya datang meninjau sendiri',
  'suasananya hangat dan penuh tawa',
] as const

function sentence(c: Chance): string {
  return `${c.pick(ACTORS)} di ${c.pick(TOWNS)} ${c.pick(DEEDS)} ${c.pick(PLACES)} ${c.pick(TIMES)} ${c.pick(REASONS)}, ${c.pick(RESULTS)}`
}

const FEELINGS = ['senang', 'sedih', 'kesal', 'bingung', 'lega', 'capek', 'bangga', 'kaget'] as const
const THINGS = [
  'kopi',
  'motor',
  'kereta',
  'sepatu',
  'film',
  'sinyal',
  'pasar',
  'hujan',
  'tetangga',
  'kucing',
  'nasi goreng',
  'jam kerja',
] as const

function opinion(c: Chance, n: number): string {
  const closings = [
    'jujur saja',
    'semoga besok lebih baik',
    'ada yang sama?',
    'begitulah hidup',
    'mau pindah rasanya',
  ] as const
  return `Hari ${c.pick(TIMES)} aku ${c.pick(FEELINGS)} soal ${c.pick(THINGS)} dan ${c.pick(THINGS)}, ${c.pick(DEEDS)} bareng teman lama ${PERSONS[n % PERSONS.length]} ${c.pick(PLACES)}, ${c.pick(closings)}`
}

// Several reports of one form: each has a place, a person or figures of its own.
function reports(c: Chance): string[] {
  const forms: readonly [(c: Chance) => string, ...((c: Chance) => string)[]] = [
    (d) =>
      `Kapal penumpang rute ${d.pick(TOWNS)} terlambat ${2 + d.whole(20)} jam akibat ombak tinggi, ${30 + d.whole(400)} penumpang menginap di pelabuhan tanpa kepastian`,
    (d) =>
      `${d.pick(PERSONS)} terpilih sebagai ketua koperasi ${d.pick(TOWNS)} dengan ${51 + d.whole(40)} persen suara dan berjanji membenahi simpan pinjam anggota`,
    (d) =>
      `A fire at the market of ${d.pick(TOWNS)} destroyed ${3 + d.whole(90)} stalls before dawn, traders say the fire engines came after ${10 + d.whole(80)} minutes`,
  ]
  const form = c.pick(forms)
  return [...new Set(Array.from({ length: 4 }, () => form(c)))]
}

function opposites(c: Chance): [string, string] {
  const town = c.pick(TOWNS)
  const [deed, result] = [c.pick(DEEDS), c.pick(RESULTS)]
  return c.pick<[string, string]>([
    [`Warga ${town} akan ${deed} minggu ini, ${result}`, `Warga ${town} tidak akan ${deed} minggu ini, ${result}`],
    [
      `Air bersih di ${town} sudah mengalir lagi ke rumah, ${result}`,
      `Air bersih di ${town} belum mengalir lagi ke rumah, ${result}`,
    ],
    [
      `The ferry to ${town} is safe for children, says the captain who has sailed it every day`,
      `The ferry to ${town} is not safe for children, says the captain who has sailed it every day`,
    ],
  ])
}

function lowerCaseReports(c: Chance): string[] {
  const town = c.whole(TOWNS.length)
  const form = c.pick<(name: string) => string>([
    (name) => `mati lampu lagi di ${name} udah tiga jam gak nyala nyala panas banget sumpah`,
    (name) => `ada yang tau bengkel murah di ${name} gak ya motorku mogok dari tadi pagi`,
    (name) => `konser di ${name} tadi malam pecah banget suaranya mantap penontonnya tertib semua`,
  ])
  return [0, 1, 2].map((n) => form((TOWNS[(town + n) % TOWNS.length] ?? '').toLowerCase()))
}

function bulletins(c: Chance): string[] {
  const town = c.pick(TOWNS)
  const form = c.pick<(day: number) => string>([
    (day) =>
      `Tinggi muka air waduk ${town} tanggal ${day} Maret tercatat ${70 + c.whole(30)},${10 + c.whole(89)} meter, debit keluar ${20 + c.whole(200)} meter kubik per detik, status normal`,
    (day) =>
      `Jadwal salat ${town} ${day} Maret: subuh 04.${10 + c.whole(40)}, zuhur 11.${10 + c.whole(40)}, asar 15.${10 + c.whole(20)}, magrib 17.${10 + c.whole(45)}, isya 19.${10 + c.whole(20)}`,
  ])
  return Array.from({ length: 8 }, (_, day) => form(day + 1))
}

// A text and up to four copies of it.
function repeated(c: Chance, text: string): string[] {
  return [text, ...copies(c, text, c.whole(5))]
}

const REMARKS = ['Kasihan sekali', 'Mohon disebar', 'Baru tahu', 'Semangat terus ya', 'Wow, look at this'] as const
const ENDINGS = [
  ' via Telegram',
  ' (foto: istimewa)',
  ' 👍👍',
  ' #info #warga',
  ' https://s.id/abcd',
  ' cc teman-teman',
] as const

function copies(c: Chance, text: string, total: number): string[] {
  const changes: readonly [(text: string) => string, ...((text: string) => string)[]] = [
    (t) => `RT @akun_${c.whole(1e5)}: ${t}`,
    (t) => `${c.pick(REMARKS)}. ${t}`,
    (t) => `${t}${c.pick(ENDINGS)}`,
    (t) => t.toLowerCase().replaceAll(',', ''),
    (t) =>
      t
        .split(' ')
        .slice(0, Math.ceil(t.split(' ').length * 0.8))
        .join(' '),
    (t) => t.replace(/ (sudah|sekarang|juga|yang|dan) /, ' '),
    (t) => `“${t}” — ${c.pick(REMARKS).toLowerCase()}`,
  ]
  return Array.from({ length: total }, () => c.pick(changes)(text))
}

function makeArticle(c: Chance): string {
  const [town, person, other] = [c.pick(TOWNS), c.pick(PERSONS), c.pick(PERSONS)]
  const sentences = Array.from({ length: 7 }, () => `${sentence(c)}.`)
  return [
    `${person} meresmikan perpustakaan keliling ${town} pada ${1 + c.whole(28)} Maret setelah dua tahun menunggu izin dari pemerintah daerah.`,
    `"Kami punya ${100 + c.whole(900)} judul dan berharap setiap anak membaca satu buku sebulan," ujar ${person} kepada wartawan.`,
    ...sentences,
    `Menurut ${other}, biaya operasional mencapai Rp${2 + c.whole(90)} juta setahun dan seluruhnya ditanggung penyumbang.`,
  ].join(' ')
}

function articleCopies(c: Chance, article: string): string[] {
  const words = article.split(' ')
  return [
    words.slice(0, Math.ceil(words.length * 0.6)).join(' '),
    `${c.pick(REMARKS)}! ${article}`,
    `JAKARTA - Kabar dari daerah hari ini. ${article} Simak berita lain di laman kami.`,
    article
      .split('. ')
      .filter((_, at) => at !== 4)
      .join('. '),
  ]
}
