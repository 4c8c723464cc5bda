// A labelled set for near-duplicates, made from templates: the same seed gives the same set. A pair is a copy or it is
// not; its kind says how the second text was derived from the first, so that figures can be read per kind.
export interface LabelledPair {
  readonly kind: string
  readonly copy: boolean
  readonly a: string
  readonly b: string
}

const COPIES = {
  'repost with RT and link': (text: string, chance: Chance) =>
    `RT @${chance.pick(NAMES)}: ${text} https://t.co/${chance.whole(1e6)}`,
  'RT cut at 140 characters': (text: string, chance: Chance) => cut(`RT @${chance.pick(NAMES)}: ${text}`, 140),
  'case, punctuation, elongation': (text: string, chance: Chance) => restyle(text, chance),
  'hashtags added': (text: string, chance: Chance) => `${text} #${chance.pick(TAGS)} #${chance.pick(TAGS)}`,
  'comment put before': (text: string, chance: Chance) => `${chance.pick(COMMENTS)} ${text}`,
  'one word changed': (text: string, chance: Chance) => editWords(text, 1, chance),
  'two words changed': (text: string, chance: Chance) => editWords(text, 2, chance),
  'last tenth missing': (text: string) => text.slice(0, Math.ceil(text.length * 0.9)).replace(/\S+$/, ''),
  'last third missing': (text: string) => text.slice(0, Math.ceil(text.length * 0.67)).replace(/\S+$/, ''),
} as const

// So many pairs of every kind.
export function makePairs(perKind: number): LabelledPair[] {
  const chance = makeChance(20_250_817)
  const pairs: LabelledPair[] = []
  for (const [kind, change] of Object.entries(COPIES)) {
    for (let at = 0; at < perKind; at++) {
      const a = makePost(chance, chance.whole(1e6))
      pairs.push({ kind, copy: true, a, b: change(a, chance) })
    }
  }
  for (let at = 0; at < perKind; at++) {
    const story = makeStory(chance)
    pairs.push({ kind: 'agency story, other lede', copy: true, a: outlet(story, chance), b: outlet(story, chance) })
    const [a, b] = [makePost(chance, at), makePost(chance, at)]
    if (a !== b) pairs.push({ kind: 'same template, other facts', copy: false, a, b })
    pairs.push({ kind: 'daily bulletin, other figures', copy: false, ...bulletinPair(chance, at) })
    pairs.push({ kind: 'same sentence, other place', copy: false, ...placePair(chance, at) })
    pairs.push({ kind: 'short, one word differs', copy: false, ...shortPair(chance) })
    const [first, second] = [makeStory(chance), makeStory(chance)]
    pairs.push({ kind: 'other story, same outlet', copy: false, a: outlet(first, chance), b: outlet(second, chance) })
    pairs.push({ kind: 'unrelated', copy: false, a: makePost(chance, at), b: makePost(chance, at + 1) })
  }
  return pairs
}

export interface Chance {
  whole(below: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

export function makeChance(seed: number): Chance {
  let state = seed >>> 0
  function whole(below: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { whole, pick: (list) => list[whole(list.length)] ?? list[0] }
}

const NAMES = ['budi_s', 'warga62', 'kabar.pagi', 'Sari', 'infokota', 'rakyat_id'] as const
const TAGS = ['viral', 'fyp', 'Indonesia', 'info', 'BeritaTerkini', 'trending'] as const
const COMMENTS = ['Wah parah ini.', 'Setuju banget!', 'Info penting nih:', 'Kok bisa ya?', 'Sad but true.'] as const
const PLACES = [
  'Bengkulu',
  'Surabaya',
  'Maluku Tengah',
  'Bandung',
  'Makassar',
  'Sleman',
  'Padang',
  'Kupang',
  'Medan',
  'Cilacap',
] as const
const PEOPLE = [
  'Rahmat Hidayat',
  'Siti Nurhaliza',
  'Bambang Wijaya',
  'Dewi Lestari',
  'Agus Pranoto',
  'Maria Tambunan',
] as const
const OFFICES = ['gubernur', 'wali kota', 'menteri perdagangan', 'ketua komisi', 'kepala dinas', 'juru bicara'] as const
const GOODS = ['beras', 'cabai rawit', 'minyak goreng', 'telur ayam', 'bawang merah', 'gula pasir'] as const
const CLUBS = ['Persija', 'Persib', 'Arema', 'PSM', 'Persebaya', 'Bali United'] as const
const OUTLETS = ['KOMPAS.com', 'detikcom', 'ANTARA', 'Tempo.co', 'Liputan6.com', 'Republika'] as const

type Template = (chance: Chance) => string
const POSTS: readonly [Template, ...Template[]] = [
  (c) =>
    `Harga ${c.pick(GOODS)} di pasar ${c.pick(PLACES)} naik lagi jadi Rp${10 + c.whole(80)}.000 per kilo, ibu-ibu pada ngeluh karena uang belanja habis sebelum akhir bulan`,
  (c) =>
    `Banjir setinggi ${20 + c.whole(150)} cm merendam ${2 + c.whole(40)} desa di ${c.pick(PLACES)}, warga masih menunggu bantuan makanan dan air bersih dari pemerintah sejak kemarin malam`,
  (c) =>
    `${c.pick(CLUBS)} menang ${1 + c.whole(5)}-0 atas ${c.pick(CLUBS)} di kandang sendiri, mainnya rapi banget dan kiper lawan dibuat sibuk sepanjang babak kedua`,
  (c) =>
    `Kecewa sama layanan internet di ${c.pick(PLACES)}, sudah ${2 + c.whole(20)} hari mati total dan tiap telepon cuma dijawab mohon ditunggu teknisi kami sedang meluncur`,
  (c) =>
    `The road from ${c.pick(PLACES)} to the airport has been closed for ${2 + c.whole(30)} hours after heavy rain, drivers say nobody told them which way to go instead`,
  (c) =>
    `${c.pick(PEOPLE)} resmi dilantik jadi ${c.pick(OFFICES)} ${c.pick(PLACES)}, janjinya sekolah gratis dan puskesmas buka 24 jam mulai bulan depan, kita tagih bareng-bareng ya`,
  (c) =>
    `Bantuan sosial tahap ${1 + c.whole(9)} mulai cair di ${c.pick(PLACES)} untuk ${100 + c.whole(900)} keluarga, cek nama kalian di kantor kelurahan sambil bawa kartu keluarga asli`,
  (c) =>
    `Just tried the new train to ${c.pick(PLACES)}, ${20 + c.whole(90)} minutes door to door, clean seats and on time, honestly better than flying if you hate queues`,
]

function makePost(chance: Chance, template: number): string {
  return (POSTS[template % POSTS.length] ?? POSTS[0])(chance)
}

const BULLETINS: readonly [Template, ...Template[]] = [
  (c) =>
    `Harga emas Antam hari ini ${1 + c.whole(28)} Agustus 2025 ${c.pick(['naik', 'turun'])} Rp${1 + c.whole(20)}.000 menjadi Rp1.${100 + c.whole(899)}.000 per gram, harga buyback Rp1.${100 + c.whole(899)}.000 per gram`,
  (c) =>
    `#Gempa Mag:${2 + c.whole(5)}.${c.whole(10)}, ${1 + c.whole(28)}-Agt-25 ${10 + c.whole(13)}:${10 + c.whole(49)}:${10 + c.whole(49)} WIB, Lok:${c.whole(9)}.${c.whole(99)} LS, ${95 + c.whole(40)}.${c.whole(99)} BT (${5 + c.whole(90)} km BaratDaya ${c.pick(PLACES)}), Kedlmn:${5 + c.whole(90)} Km`,
  (c) =>
    `Prakiraan cuaca ${c.pick(PLACES)} ${1 + c.whole(28)} Agustus 2025: pagi cerah berawan, siang hujan ringan, malam berawan, suhu ${20 + c.whole(5)}-${28 + c.whole(7)} derajat, kelembapan ${60 + c.whole(15)}-${80 + c.whole(15)} persen`,
  (c) =>
    `Rupiah dibuka di level Rp${15 + c.whole(2)}.${100 + c.whole(899)} per dolar AS pada perdagangan hari ini, ${c.pick(['menguat', 'melemah'])} ${1 + c.whole(90)} poin atau 0,${10 + c.whole(89)} persen dari penutupan kemarin`,
]

function bulletinPair(chance: Chance, at: number): { a: string; b: string } {
  const bulletin = BULLETINS[at % BULLETINS.length] ?? BULLETINS[0]
  return { a: bulletin(chance), b: bulletin(chance) }
}

// The hardest: everything is equal but one place name, in a sentence of about fifteen words.
function placePair(chance: Chance, at: number): { a: string; b: string } {
  const first = chance.whole(PLACES.length)
  const [here, there] = [PLACES[first] ?? '', PLACES[(first + 1 + (at % 8)) % PLACES.length] ?? '']
  const sentence = (place: string) =>
    [
      `Kebakaran hebat melanda pasar tradisional di ${place} pada dini hari, tidak ada korban jiwa dalam peristiwa itu`,
      `Polisi menangkap pelaku pencurian kendaraan bermotor di ${place} setelah pengejaran semalaman oleh warga dan aparat`,
      `Ribuan buruh turun ke jalan di ${place} menuntut kenaikan upah minimum dan penghapusan sistem kerja kontrak`,
    ][at % 3] ?? ''
  return { a: sentence(here), b: sentence(there) }
}

// Four to eight words, of which one differs: two posts of one kind, not two copies of one post.
function shortPair(chance: Chance): { a: string; b: string } {
  const first = chance.whole(PLACES.length)
  const make = chance.pick<(place: string | undefined) => string>([
    (place) => `Macet parah di ${place}`,
    (place) => `selamat pagi warga ${place?.toLowerCase()} semoga sehat`,
    (place) => `hujan deras lagi di ${place?.toLowerCase()} sore ini`,
    (place) => `lagi nyari kos murah di ${place?.toLowerCase()} ada info`,
  ])
  return { a: make(PLACES[first]), b: make(PLACES[(first + 1) % PLACES.length]) }
}

interface Story {
  readonly headlines: readonly [string, ...string[]]
  readonly ledes: readonly [string, ...string[]]
  readonly body: readonly string[]
}

function makeStory(chance: Chance): Story {
  const [place, person, goods] = [chance.pick(PLACES), chance.pick(PEOPLE), chance.pick(GOODS)]
  const [office, tons, price] = [chance.pick(OFFICES), 100 + chance.whole(900), 10 + chance.whole(60)]
  const all = [
    `${person} mengatakan pihaknya sudah menyiapkan ${tons} ton ${goods} untuk operasi pasar di seluruh kecamatan.`,
    `"Kami pastikan stok aman sampai akhir tahun, masyarakat tidak perlu panik," kata ${person} di ${place}.`,
    `Pedagang di pasar induk ${place} mengaku pasokan ${goods} berkurang sejak dua pekan terakhir karena jalan rusak.`,
    `Menurut catatan dinas, harga ${goods} sempat menyentuh Rp${price}.000 per kilogram sebelum turun perlahan.`,
    `Asosiasi pedagang meminta ${office} memperbaiki distribusi dan mengawasi gudang yang menimbun barang.`,
    `Seorang pembeli bernama ${chance.pick(PEOPLE)} berharap harga segera kembali normal menjelang hari raya.`,
    `Pemerintah daerah akan menggelar operasi pasar selama ${2 + chance.whole(12)} hari di ${3 + chance.whole(20)} titik.`,
    `Polisi juga menyelidiki dugaan permainan harga oleh beberapa pemasok besar dari luar ${place}.`,
    `Badan statistik mencatat inflasi bulanan di wilayah itu sebesar 0,${10 + chance.whole(89)} persen.`,
    `Sementara itu petani berharap harga di tingkat mereka tidak ikut jatuh karena biaya pupuk terus naik.`,
  ]
  const body = all.filter(() => chance.whole(10) < 8)
  return {
    headlines: [
      `Harga ${goods} di ${place} Naik, ${person} Siapkan Operasi Pasar`,
      `${tons} Ton ${goods} Disiapkan, Warga ${place} Diminta Tenang`,
      `${person}: Stok ${goods} Aman`,
    ],
    ledes: [
      `Kenaikan harga ${goods} di ${place} mulai dikeluhkan warga dalam beberapa hari terakhir.`,
      `Pemerintah bergerak menahan laju harga ${goods} yang dikeluhkan warga ${place}.`,
    ],
    body,
  }
}

// Every outlet writes its own headline and lede around the agency's text, and may leave a paragraph out.
function outlet(story: Story, chance: Chance): string {
  const skipped = chance.whole(story.body.length * 2)
  const body = story.body.filter((_, at) => at !== skipped).join(' ')
  const lede = `${chance.pick(PLACES).toUpperCase()}, ${chance.pick(OUTLETS)} - ${chance.pick(story.ledes)}`
  const tail = chance.whole(2) === 0 ? '' : ' Baca juga: berita lain dari daerah.'
  return `${chance.pick(story.headlines)}\n${lede} ${body}${tail}`
}

function editWords(text: string, edits: number, chance: Chance): string {
  const words = text.split(' ')
  for (let edit = 0; edit < edits; edit++) {
    const at = chance.whole(words.length)
    // Numbers and names carry the story: an edit that changes them makes another story.
    if (/\d|^[A-Z]/.test(words[at] ?? '')) continue
    const way = chance.whole(3)
    if (way === 0) words.splice(at, 1)
    else if (way === 1) words.splice(at, 0, chance.pick(['memang', 'really', 'sih', 'kemudian']))
    else words[at] = chance.pick(['sungguh', 'ternyata', 'again', 'katanya'])
  }
  return words.join(' ')
}

function restyle(text: string, chance: Chance): string {
  const louder = chance.whole(2) === 0 ? text.toUpperCase() : text.toLowerCase().replaceAll(',', ' ..')
  return louder.replace(/([aeiou])(\s)/i, '$1$1$1$1$2').concat(chance.pick(['!!!', ' 😭😭', ' 🙏']))
}

function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`
}
