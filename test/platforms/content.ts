import type { Platform } from '../../src/domain/platform.ts'
import type { Author, Engagement } from '../../src/domain/post.ts'
import { aSample, type SamplePost } from './sample.ts'
import { CLOSERS, FIRST_NAMES, LAST_NAMES, OPENERS, TOPICS, type Topic } from './topics.ts'

export interface ContentOptions {
  readonly seed: number
  readonly count: number
  // Inclusive start, exclusive end.
  readonly from: Date
  readonly to: Date
  // Names of topics; all of them by default.
  readonly topics?: readonly string[]
  readonly platforms?: readonly Platform[]
}

// Plausible Indonesian posts on all six platforms, oldest first. All of it is made up; the same options give the same posts.
export function makePosts(options: ContentOptions): SamplePost[] {
  const random = openRandom(options.seed)
  const topics = TOPICS.filter(({ name }) => options.topics?.includes(name) ?? true)
  if (topics.length === 0) throw new Error(`There is no topic among ${String(options.topics)}.`)
  const platforms = WEIGHTED.filter((platform) => options.platforms?.includes(platform) ?? true)
  const posts: SamplePost[] = []
  for (const [serial, publishedAt] of makeTimes(random, options).entries()) {
    const platform = random.pick(platforms)
    const earlier = random.chance(REPOST_SHARE) ? findEarlier(random, posts, platform) : null
    posts.push(
      earlier === null
        ? makePost(random, { platform, topic: random.pick(topics), serial, publishedAt, posts })
        : repost(random, earlier, { platform, serial, publishedAt }),
    )
  }
  return posts
}

const REPOST_SHARE = 0.12
const BURST_SHARE = 0.2
// A comment refers to an earlier video, a repost to an earlier post; both are picked from this many recent posts.
const LOOK_BACK = 200

const WEIGHTS: Readonly<Record<Platform, number>> = {
  twitter: 9,
  news: 4,
  facebook: 3,
  instagram: 3,
  tiktok: 3,
  youtube: 3,
}
const WEIGHTED = Object.entries(WEIGHTS).flatMap(([platform, weight]) =>
  Array<Platform>(weight).fill(platform as Platform),
)

export interface Random {
  next(): number
  chance(share: number): boolean
  whole(below: number): number
  pick<T>(list: readonly T[]): T
}

// A small generator with a seed (mulberry32), because Math.random cannot be repeated.
export function openRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      const picked = list[whole(list.length)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
  }
}

// Spread over the whole period, with some of them in one burst.
function makeTimes(random: Random, { count, from, to }: ContentOptions): Date[] {
  const length = to.getTime() - from.getTime()
  const burst = random.next() * 0.9
  const times = Array.from({ length: count }, () => {
    const share = random.chance(BURST_SHARE) ? burst + random.next() * 0.1 : random.next()
    return Math.floor(from.getTime() + share * length)
  })
  return times.sort((a, b) => a - b).map((ms) => new Date(ms))
}

interface Draft {
  readonly platform: Platform
  readonly serial: number
  readonly publishedAt: Date
}

function makePost(random: Random, draft: Draft & { topic: Topic; posts: readonly SamplePost[] }): SamplePost {
  const { platform, topic, serial, publishedAt } = draft
  if (platform === 'news') return makeArticle(random, topic, draft)
  const [sentiment, language, line] = random.pick(topic.lines)
  const sentence = fill(random, topic, line)
  const video = platform === 'youtube' && random.chance(0.35) ? findVideo(random, draft.posts) : null
  const author = video === null ? makeAuthor(random, platform) : makePerson(random)
  const engagement = makeEngagement(random)
  const about = { topic: topic.name, sentiment, language, author, serial, publishedAt, engagement }
  if (video !== null) return aSample('youtube', { ...about, kind: 'comment', parentId: video.id, text: sentence })
  const hashtags = tagged(makeHashtags(random, topic, platform))
  const [opener, closer] = [random.pick(OPENERS), random.pick(CLOSERS[sentiment])]
  // Javanese, Sundanese and English stand alone; Indonesian has an opener and a closer.
  const text = `${language === 'id' ? `${opener}${sentence}${closer}` : sentence}${hashtags}`
  if (platform === 'youtube') return aSample(platform, { ...about, title: headline(sentence), text })
  return aSample(platform, { ...about, text, links: makeLinks(random, platform, topic, serial) })
}

// An article has one sentiment, followed by neutral facts.
function makeArticle(random: Random, topic: Topic, { serial, publishedAt }: Draft): SamplePost {
  const [sentiment, language, line] = random.pick(topic.news)
  const sentence = fill(random, topic, line)
  const facts = topic.news.filter(([mood, , other]) => mood === 0 && other !== line)
  const text = [sentence, ...facts.map(([, , fact]) => fill(random, topic, fact))].join(' ')
  const author = random.pick(OUTLETS)
  const engagement = makeEngagement(random)
  const about = { topic: topic.name, sentiment, language, author, serial, publishedAt, engagement }
  return aSample('news', { ...about, title: headline(sentence), text })
}

function fill(random: Random, topic: Topic, text: string): string {
  return text.replace('{tempat}', random.pick(topic.places)).replace('{angka}', String(10 + random.whole(190)))
}

function headline(text: string): string {
  return text.replace(/[.!?]+$/, '')
}

function tagged(hashtags: readonly string[]): string {
  return hashtags.map((tag) => ` #${tag}`).join('')
}

// Instagram is searched by hashtags only, so every post there has the topic's own.
function makeHashtags(random: Random, topic: Topic, platform: Platform): string[] {
  const own = topic.name.replaceAll(' ', '')
  const some = topic.hashtags.filter(() => random.chance(0.4))
  return [...new Set(platform === 'instagram' ? [own, ...some] : some)]
}

function makeLinks(random: Random, platform: Platform, topic: Topic, serial: number): SamplePost['links'] {
  if (platform !== 'twitter' || !random.chance(0.15)) return []
  const url = `https://berita.example/${topic.name.replaceAll(' ', '-')}/${serial}`
  return [{ shortUrl: `https://t.co/${serial.toString(36)}`, url, title: `Kabar ${topic.name}` }]
}

function makeEngagement(random: Random): Engagement {
  // Most posts have few views and a few have very many.
  const views = Math.floor(Math.exp(2 + random.next() ** 2 * 11))
  const likes = Math.floor(views * random.next() * 0.1)
  return {
    views,
    likes,
    comments: Math.floor(likes * random.next() * 0.3),
    shares: Math.floor(likes * random.next() * 0.4),
  }
}

function makePerson(random: Random): Author {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)]
  const number = random.whole(90) + 10
  const username = `${first}${random.chance(0.5) ? '_' : ''}${last}${number}`.toLowerCase()
  // The same name is the same person: the id is derived from it.
  const id = [...username].reduce((sum, letter) => (sum * 31n + BigInt(letter.charCodeAt(0))) % 999_999_999_989n, 7n)
  return { id: String(id), username, displayName: `${first} ${last}` }
}

// Made-up pages, channels and outlets. The page ids are what PANTAU_FACEBOOK_PAGES needs.
export const SAMPLE_PAGES: readonly Author[] = [
  'Info Warga',
  'Kabar Nusantara',
  'Suara Pasar',
  'Pojok Bola',
  'Lalu Lintas Kita',
].map((displayName, at) => ({
  id: `10000000000${at}`,
  username: displayName.toLowerCase().replaceAll(' ', ''),
  displayName,
}))
const CHANNELS: readonly Author[] = ['Kanal Kabar', 'Obrolan Warung', 'Bola Malam', 'Dapur Rakyat', 'Jalan Terus'].map(
  (displayName, at) => ({ id: `UCcontoh${at}`, username: displayName.toLowerCase().replaceAll(' ', ''), displayName }),
)
const OUTLETS: readonly Author[] = ['Harian Contoh', 'Warta Karangan', 'Kabar Rekaan', 'Pos Khayalan'].map(
  (displayName) => {
    const domain = `${displayName.toLowerCase().replaceAll(' ', '')}.example`
    return { id: domain, username: domain, displayName }
  },
)

function makeAuthor(random: Random, platform: Platform): Author {
  if (platform === 'facebook') return random.pick(SAMPLE_PAGES)
  if (platform === 'youtube') return random.pick(CHANNELS)
  return platform === 'news' ? random.pick(OUTLETS) : makePerson(random)
}

function findVideo(random: Random, posts: readonly SamplePost[]): SamplePost | null {
  const videos = posts.slice(-LOOK_BACK).filter(({ platform, kind }) => platform === 'youtube' && kind === 'video')
  return videos.length === 0 ? null : random.pick(videos)
}

// Outlets repeat each other's articles, all other platforms repeat posts.
function findEarlier(random: Random, posts: readonly SamplePost[], platform: Platform): SamplePost | null {
  const isLike = ({ kind }: SamplePost) =>
    platform === 'news' ? kind === 'article' : kind !== 'comment' && kind !== 'article'
  const found = posts.slice(-LOOK_BACK).filter(isLike)
  return found.length === 0 ? null : random.pick(found)
}

const EDITS: readonly ((text: string) => string)[] = [
  (text) => `Repost: ${text}`,
  (text) => `${text} 🔁`,
  (text) => text.replace(/[.!]/, ''),
  (text) => `${text} cc @teman_warga`,
  (text) => text.replace('banget', 'bgt').replace('tidak', 'gak').replace('yang', 'yg'),
]

// A copy by another author, with a small edit.
function repost(random: Random, earlier: SamplePost, { platform, serial, publishedAt }: Draft): SamplePost {
  const { topic, sentiment, language } = earlier
  const text = random.pick(EDITS)(earlier.text) + (platform === 'instagram' ? ` #${topic.replaceAll(' ', '')}` : '')
  const title =
    platform === 'news' || platform === 'youtube' ? headline(earlier.title ?? earlier.text.slice(0, 80)) : null
  const author = makeAuthor(random, platform)
  const engagement = makeEngagement(random)
  return aSample(platform, {
    topic,
    sentiment,
    language,
    author,
    serial,
    publishedAt,
    engagement,
    title,
    text,
    repostOf: earlier.id,
  })
}
