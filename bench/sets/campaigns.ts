import { type Chance, makeChance } from './similar.ts'
import type { StreamPost } from './stories.ts'

// Posts of one event, made from a seed: planted campaigns, and bursts of people who do not act together. Each event has a fortnight
// of its own, so that it is examined alone.
export interface CampaignEvent {
  readonly kind: string
  readonly planted: boolean
  readonly fromMs: number
  readonly toMs: number
  readonly posts: readonly StreamPost[]
}

const START = Date.UTC(2025, 0, 6)
const FORTNIGHT_MS = 14 * 86_400_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// One event of each kind for a seed. `number` keeps the times of several seeds apart.
export function makeEvents(seed: number, number: number): CampaignEvent[] {
  const kinds = [...Object.entries(PLANTED), ...Object.entries(ORGANIC)]
  return kinds.map(([kind, make], at) => {
    // Neighbouring seeds begin with neighbouring numbers.
    const chance = makeChance(Math.imul(seed * 1_000 + at, 0x9e3779b1))
    const fromMs = START + (number * kinds.length + at) * FORTNIGHT_MS
    const posts = make({ chance, name: `${seed}-${at}`, at: fromMs + DAY + chance.whole(DAY) })
      .map((post) => ({ kind, story: 0, ...post }))
      .sort((a, b) => a.atMs - b.atMs)
    return { kind, planted: kind in PLANTED, fromMs, toMs: fromMs + FORTNIGHT_MS, posts }
  })
}

type Post = Pick<StreamPost, 'text' | 'author' | 'atMs' | 'platform'>
interface Scene {
  readonly chance: Chance
  // Part of the names of accounts.
  readonly name: string
  readonly at: number
}
type Make = (scene: Scene) => Post[]

const PLANTED: Readonly<Record<string, Make>> = {
  'copies, 40 accounts in 10 minutes': (scene) => {
    const text = claim(scene.chance)
    return many(40, (n) => post(scene, `akun${n}`, disguise(text, scene.chance), scene.chance.whole(10 * MINUTE)))
  },
  'copies, 15 accounts in 8 minutes': (scene) => {
    const text = claim(scene.chance)
    return many(15, (n) => post(scene, `akun${n}`, disguise(text, scene.chance), scene.chance.whole(8 * MINUTE)))
  },
  'copies in 10 minutes, then shared by others': (scene) => {
    const text = claim(scene.chance)
    return [
      ...many(30, (n) => post(scene, `akun${n}`, disguise(text, scene.chance), scene.chance.whole(10 * MINUTE))),
      ...many(20, (n) => post(scene, `lain${n}`, `RT @akun3: ${text}`, HOUR + scene.chance.whole(DAY))),
    ]
  },
  'numbered copies over three hours': (scene) => {
    const text = claim(scene.chance)
    const first = 100 + scene.chance.whole(800)
    return many(30, (n) => post(scene, `akun${n}`, `${text} ${first + n}`, n * 6 * MINUTE + scene.chance.whole(MINUTE)))
  },
  'numbered copies, numbers at random': (scene) => {
    const text = claim(scene.chance)
    return many(30, (n) =>
      post(scene, `akun${n}`, `${text} ${1_000 + n * 37 + scene.chance.whole(30)}`, scene.chance.whole(2 * HOUR)),
    )
  },
  'slow drip: 12 accounts, four texts in eight days': (scene) =>
    many(4, () => claim(scene.chance)).flatMap((text, day) =>
      many(12, (n) => post(scene, `akun${n}`, disguise(text, scene.chance), day * 2 * DAY + scene.chance.whole(DAY))),
    ),
  'slow drip: 20 accounts, each in most of five texts': (scene) =>
    many(5, () => claim(scene.chance)).flatMap((text, day) =>
      many(20, (n) => n)
        .filter(() => scene.chance.whole(10) < 8)
        .map((n) => post(scene, `akun${n}`, text, day * 2 * DAY + scene.chance.whole(DAY))),
    ),
}

const ORGANIC: Readonly<Record<string, Make>> = {
  'a goal: many accounts in five minutes, words of their own': (scene) =>
    many(200, (n) => post(scene, `orang${n}`, cheer(scene.chance), scene.chance.whole(5 * MINUTE))),
  'an earthquake: outlets repeat an agency, people feel it': (scene) => {
    const place = scene.chance.pick(PLACES)
    const report = `Gempa bumi magnitudo ${5 + scene.chance.whole(3)},${scene.chance.whole(9)} mengguncang ${place} pada kedalaman ${10 + scene.chance.whole(80)} kilometer dan dirasakan warga hingga ke kota, belum ada laporan kerusakan maupun korban jiwa`
    const bulletin = `Info Gempa Mag:5.${scene.chance.whole(9)} ${place} kedlmn:${10 + scene.chance.whole(80)} Km tidak berpotensi tsunami, hati-hati gempa susulan ::BMKG`
    return [
      ...many(25, (n) => ({
        ...post(scene, `media${n}`, report, scene.chance.whole(40 * MINUTE)),
        platform: 'news' as const,
      })),
      ...many(15, (n) => post(scene, `mediax${n}`, report, 3 * MINUTE + scene.chance.whole(40 * MINUTE))),
      ...many(40, (n) => post(scene, `orang${n}`, bulletin, scene.chance.whole(8 * MINUTE))),
      ...many(60, (n) => post(scene, `warga${n}`, feel(scene.chance, place), scene.chance.whole(10 * MINUTE))),
    ]
  },
  'agency stories for days, by the same outlets on X': (scene) =>
    many(5, () => claim(scene.chance)).flatMap((text, day) => [
      { ...post(scene, 'kantor', text, day * DAY), platform: 'news' as const },
      ...many(14, (n) => post(scene, `mediax${n}`, text, day * DAY + MINUTE + scene.chance.whole(2 * HOUR))),
    ]),
  'a viral joke: reposts, and some copies over a day': (scene) => {
    const text = joke(scene.chance)
    return [
      ...many(150, (n) => post(scene, `orang${n}`, `RT @lucu: ${text}`, decay(scene.chance, 3 * HOUR))),
      ...many(40, (n) => post(scene, `copas${n}`, disguise(text, scene.chance), decay(scene.chance, 5 * HOUR))),
    ]
  },
  'a viral joke: copied without a source': (scene) => {
    const text = joke(scene.chance)
    return many(80, (n) => post(scene, `copas${n}`, disguise(text, scene.chance), decay(scene.chance, 4 * HOUR)))
  },
  'a headline shared with its link': (scene) => {
    const text = claim(scene.chance)
    return many(50, (n) =>
      post(scene, `orang${n}`, `${text} https://berita.example/${scene.name}`, scene.chance.whole(30 * MINUTE)),
    )
  },
  'greetings on a holiday': (scene) => {
    const text = scene.chance.pick([
      'Selamat Hari Raya Idul Fitri, mohon maaf lahir dan batin untuk semua teman dan keluarga di mana pun berada',
      'Dirgahayu Republik Indonesia, semoga bangsa ini makin maju, adil, dan makmur untuk seluruh rakyatnya',
      'Turut berduka cita sedalam-dalamnya atas kepergian beliau, semoga keluarga yang ditinggalkan diberi ketabahan',
    ])
    return many(60, (n) => post(scene, `orang${n}`, text, scene.chance.whole(20 * MINUTE)))
  },
  'fans: 60 accounts, a quarter of them in each of five texts': (scene) =>
    many(5, () => claim(scene.chance)).flatMap((text, day) =>
      many(60, (n) => n)
        .filter(() => scene.chance.whole(4) === 0)
        .map((n) => post(scene, `fans${n}`, text, day * 2 * DAY + scene.chance.whole(DAY))),
    ),
  'scores of a quiz': (scene) =>
    many(60, (n) =>
      post(
        scene,
        `orang${n}`,
        `Skor saya ${scene.chance.whole(101)} dari kuis pengetahuan ${scene.chance.pick(PLACES)} minggu ini, kamu dapat berapa? Coba juga ya teman-teman`,
        scene.chance.whole(2 * DAY),
      ),
    ),
  'an appeal that people copy over two days': (scene) => {
    const text = `Tolong bantu sebarkan, ${claim(scene.chance)}`
    return many(80, (n) => post(scene, `orang${n}`, text, scene.chance.whole(2 * DAY)))
  },
  'an appeal that people copy within an hour': (scene) => {
    const text = `Tolong bantu sebarkan, ${claim(scene.chance)}`
    return many(40, (n) => post(scene, `orang${n}`, text, scene.chance.whole(HOUR)))
  },
  // The next three act together, or nearly so, and honestly. Added last, and nothing was chosen on them.
  'hard: fans post an agreed text at an agreed minute': (scene) => {
    const text = claim(scene.chance)
    return many(40, (n) => post(scene, `fans${n}`, disguise(text, scene.chance), scene.chance.whole(5 * MINUTE)))
  },
  'hard: offices of a ministry repeat its statements': (scene) =>
    many(5, () => claim(scene.chance)).flatMap((text, day) =>
      many(15, (n) => post(scene, `kantor${n}`, text, day * 2 * DAY + scene.chance.whole(3 * HOUR))),
    ),
  'hard: a warning copied in a panic': (scene) => {
    const text = `Hati-hati, ${claim(scene.chance)}`
    return many(40, (n) => post(scene, `orang${n}`, text, decay(scene.chance, 15 * MINUTE)))
  },
}

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}

function post({ name, at }: Scene, author: string, text: string, afterMs: number): Post {
  return { text, author: `${author}-${name}`, atMs: at + afterMs }
}

// Most soon, some late: what spreads from person to person.
function decay(chance: Chance, meanMs: number): number {
  return Math.round(-Math.log(1 - chance.whole(10_000) / 10_000) * meanMs)
}

const PLACES = ['Palu', 'Jember', 'Ternate', 'Garut', 'Bima', 'Sorong', 'Blitar', 'Padang', 'Maumere', 'Tegal'] as const
const WHO = ['Pak Wirya', 'Bu Lestari', 'Pak Damar', 'Bu Saraswati', 'Pak Togar', 'Bu Andini'] as const
const DOES = [
  'sudah terbukti bekerja nyata membangun',
  'berani menolak proyek yang merugikan',
  'diam-diam menjual aset milik',
  'tidak pernah hadir saat rapat tentang',
  'paling mengerti kebutuhan warga di',
  'harus bertanggung jawab atas kerusakan',
] as const
const WHAT = [
  'pelabuhan',
  'pasar induk',
  'bendungan',
  'terminal',
  'kebun sawit',
  'pabrik gula',
  'jembatan',
  'tambang',
] as const
const SO = [
  'rakyat kecil sudah merasakan sendiri akibatnya selama bertahun-tahun',
  'jangan biarkan suara kita dibungkam oleh segelintir orang kaya',
  'mari kawal bersama sampai tuntas demi masa depan anak cucu',
  'sekarang waktunya kita bersatu dan menentukan pilihan yang benar',
  'media arus utama sengaja tidak memberitakan kenyataan ini',
] as const

function claim(chance: Chance): string {
  return `${chance.pick(WHO)} ${chance.pick(DOES)} ${chance.pick(WHAT)} ${chance.pick(PLACES)} sejak ${2_000 + chance.whole(24)}, ${chance.pick(SO)}`
}

function joke(chance: Chance): string {
  const animal = chance.pick(['kucing', 'ayam', 'kambing', 'bebek', 'burung beo'])
  const place = chance.pick(['warung kopi', 'kantor kelurahan', 'pos ronda', 'bengkel', 'kos-kosan'])
  return `Tetangga saya punya ${animal} yang tiap pagi nongkrong di ${place} ${chance.pick(PLACES)}, lama-lama dia dapat undangan rapat dan disuruh bayar iuran bulanan`
}

function cheer(chance: Chance): string {
  const start = chance.pick([
    'GOOOL',
    'Gollll',
    'Akhirnya gol',
    'Yesss masuk',
    'Gila golnya',
    'Merinding',
    'Nangis aku',
  ])
  const who = chance.pick(['timnas', 'Garuda', 'nomor sepuluh', 'anak-anak kita', 'si kidal', 'bek kiri itu'])
  const how = chance.pick([
    'dari luar kotak',
    'lewat sundulan',
    'umpannya manja',
    'kipernya bengong',
    'tendangan bebas',
    'cantik banget',
  ])
  const end = chance.pick([
    'ayo satu lagi',
    'gas terus',
    'tetangga sampai teriak',
    'bapak lompat dari kursi',
    'wasit jangan macam-macam',
    'malam ini nggak bisa tidur',
  ])
  return `${start} ${who} ${how}, ${end}${'!'.repeat(chance.whole(4))}`
}

function feel(chance: Chance, place: string): string {
  return `${chance.pick(['Barusan goyang', 'Kerasa gempa', 'Lampu gantung ayun-ayun', 'Kaget kasur bergerak', 'Lari keluar rumah'])} di ${chance.pick(['lantai dua', 'kos', 'kantor', 'dapur', 'kamar mandi', 'parkiran'])} ${place}, ${chance.pick(['semoga semua aman', 'ada yang ngerasa juga?', 'kencang sekali', 'cuma sebentar sih', 'anak saya sampai nangis'])}`
}

// Small changes that keep a text a copy.
function disguise(text: string, chance: Chance): string {
  const change = chance.whole(5)
  if (change === 0) return `${text} #${chance.pick(['lawan', 'viral', 'rakyat', 'bersatu'])}`
  if (change === 1) return `${text} ${chance.pick(['🔥', '👍', '😂', '🙏'])}`
  if (change === 2) return text.toLowerCase()
  return change === 3 ? `${text}!!` : text
}
