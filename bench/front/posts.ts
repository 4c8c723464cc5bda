import { createRandom } from '../measure.ts'
import { chooseLanguage, drawWord, type Random } from './words.ts'

// Rows of an import as people have them: words by Zipf's law, few platforms and authors with most of the posts, several languages,
// dates in no order over a year. One row in four repeats another post: word for word, with a comment before it, cut, or
// with other numbers, mostly within three days of it.
export interface PostRow {
  readonly platform: string
  readonly id: string
  readonly text: string
  readonly url: string
  readonly published_at: string
  readonly author_id: string
  readonly author_username: string
  readonly author_name: string
  readonly likes: number
  readonly comments: number
  readonly shares: number
  readonly views: number
}

export const KEYWORD = 'banjir'
// In about every third text.
export const COMMON_WORD = 'warga'
// Each is in about this many mentions, however many there are.
const RARE_MENTIONS = 20
const RARE_ONE_IN = 10
export const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const COPY_SHARE = 0.25
const COPY_DAYS_MAX = 3
// Posts that may still be repeated.
const LEADS_MAX = 4_000
const AUTHORS = 50_000
const WORDS_MIN = 8
const WORDS_MAX = 20
const PLATFORMS = ['twitter', 'tiktok', 'facebook', 'instagram', 'news', 'youtube'] as const

interface Lead {
  readonly text: string
  readonly at: number
}

export interface PostMaker {
  // The next `count` rows. Two makers with one seed make the same rows.
  make(count: number): Generator<PostRow>
}

export function openPostMaker(seed: number, end: Date): PostMaker {
  const random = createRandom(seed)
  const leads: Lead[] = []
  let made = 0
  const next = (): PostRow => {
    const n = made++
    const { text, at } =
      random() < COPY_SHARE && leads.length > 0 ? copyOf(pickLead(leads, random), end, random) : fresh(n, end, random)
    if (leads.length < LEADS_MAX) leads.push({ text, at })
    else if (random() < 0.2) leads[Math.floor(random() * LEADS_MAX)] = { text, at }
    return rowOf(`${seed}-${n}`, text, at, random)
  }
  return {
    *make(count) {
      for (let row = 0; row < count; row++) yield next()
    },
  }
}

// A word that is in about RARE_MENTIONS of the first `mentions` rows; another for each `n`.
export function rareWord(n: number, mentions: number): string {
  const groups = Math.max(1, Math.floor(mentions / (RARE_MENTIONS * RARE_ONE_IN)) - 1)
  return `nomor${(n * 7_919) % groups}x`
}

function fresh(n: number, end: Date, random: Random): Lead {
  const language = chooseLanguage(random)
  const text = [KEYWORD]
  const length = WORDS_MIN + Math.floor(random() * (WORDS_MAX - WORDS_MIN))
  while (text.length < length) text.push(drawWord(language, random))
  if (random() < 1 / 3) text.push(COMMON_WORD)
  if (random() < 0.15) text.push(`setinggi ${10 + Math.floor(random() * 190)} cm`)
  if (random() < 1 / RARE_ONE_IN) text.push(`nomor${Math.floor(n / (RARE_MENTIONS * RARE_ONE_IN))}x`)
  return { text: text.join(' '), at: end.getTime() - random() * YEAR_MS }
}

// The same few posts are repeated again and again, most only once or never.
function pickLead(leads: readonly Lead[], random: Random): Lead {
  return leads[Math.floor(random() ** 3 * leads.length)] as Lead
}

function copyOf({ text, at }: Lead, end: Date, random: Random): Lead {
  const kind = random()
  const copied = Math.min(at + random() ** 2 * COPY_DAYS_MAX * DAY_MS, end.getTime())
  if (kind < 0.4) return { text, at: copied }
  if (kind < 0.6) return { text: `RT @akun${Math.floor(random() * 999)} ${text}`, at: copied }
  if (kind < 0.8) return { text: text.replace(/\d+/g, () => String(Math.floor(random() * 500))), at: copied }
  return { text: text.slice(0, Math.floor(text.length * (0.6 + random() * 0.35))), at: copied }
}

function rowOf(id: string, text: string, at: number, random: Random): PostRow {
  const author = `akun${Math.floor(random() ** 4 * AUTHORS)}`
  const reach = random() ** 8
  return {
    platform: PLATFORMS[Math.floor(random() ** 1.7 * PLATFORMS.length)] ?? 'twitter',
    id,
    text,
    url: `https://example.org/${id}`,
    published_at: new Date(at).toISOString(),
    author_id: author,
    author_username: author,
    author_name: author,
    likes: Math.floor(reach * 5_000),
    comments: Math.floor(reach * 300),
    shares: Math.floor(reach * 800),
    views: Math.floor(reach * 100_000),
  }
}
