import type { Keyword } from '../src/domain/keyword.ts'

export interface Project {
  readonly id: string
  readonly keyword: Keyword
  readonly exclusions: readonly string[]
}

// Made-up projects and posts, the same on every run: words of Indonesian syllables with the frequencies of natural words (the n-th
// is used about 1/n as often as the first), recurring phrases of two and three of them, and posts of about 200 characters with
// punctuation, hashtags and emoji. Terms are drawn from the middle of the vocabulary: no project monitors `dan`.
export function createData(wanted: { projects: number; posts: number }): { projects: Project[]; posts: string[] } {
  const random = createRandom(20_240_817)
  const vocabulary = createVocabulary(random)
  const phrases = Array.from({ length: PHRASES_TOTAL }, () => createPhrase(random, vocabulary))
  const term = () => (random() < 0.6 ? drawWord(random, vocabulary, TERM_RANK_MIN) : drawPhrase(random, phrases))
  return {
    projects: Array.from({ length: wanted.projects }, (_, number) => createProject(random, term, number)),
    posts: Array.from({ length: wanted.posts }, () => createPost(random, vocabulary, phrases)),
  }
}

type Random = () => number

const VOCABULARY_TOTAL = 40_000
const PHRASES_TOTAL = 20_000
const TERM_RANK_MIN = 250
// A phrase never becomes as common as a word.
const PHRASE_RANK_MIN = 250
const POST_CHARS = 190
const SYLLABLES =
  'ba be bi bu da di du ga gu ha ja ju ka ke ki ku la le li lu ma me mi na ni nu pa pe pu ra re ri ru sa se si su ta te ti tu wa ya'
const ENDINGS = ['', '', '', 'n', 'ng', 'r', 's', 't', 'k', 'h', 'm']

function createVocabulary(random: Random): string[] {
  const syllables = SYLLABLES.split(' ')
  const words = new Set<string>()
  while (words.size < VOCABULARY_TOTAL) {
    const length = 2 + Math.floor(random() * 2.5)
    words.add(Array.from({ length }, () => pick(random, syllables)).join('') + pick(random, ENDINGS))
  }
  return [...words]
}

function createPhrase(random: Random, vocabulary: readonly string[]): string {
  const length = random() < 0.75 ? 2 : 3
  return Array.from({ length }, () => drawWord(random, vocabulary, TERM_RANK_MIN / 2)).join(' ')
}

function createProject(random: Random, term: () => string, number: number): Project {
  const kind = random()
  let alternatives = [[term()]]
  if (kind > 0.9) alternatives = [[term(), term()], [term()]]
  else if (kind > 0.75) alternatives = [[term()], [term()]]
  else if (kind > 0.5) alternatives = [[term(), term()]]
  const exclusions = random() < 0.3 ? Array.from({ length: 1 + Math.floor(random() * 3) }, term) : []
  return { id: `0192f7a0-0000-7000-8000-${String(number).padStart(12, '0')}`, keyword: { alternatives }, exclusions }
}

function createPost(random: Random, vocabulary: readonly string[], phrases: readonly string[]): string {
  let post = ''
  while (post.length < POST_CHARS) {
    const kind = random()
    let piece = drawWord(random, vocabulary, 0)
    if (kind < 0.08) piece = drawPhrase(random, phrases)
    else if (kind < 0.11)
      piece = `#${drawPhrase(random, phrases)
        .replace(/\b\w/g, (letter) => letter.toUpperCase())
        .replaceAll(' ', '')}`
    else if (kind < 0.14) piece += pick(random, [' 🔥', ' 🇮🇩', '…', ' —', '”'])
    post += `${random() < 0.15 ? piece.charAt(0).toUpperCase() + piece.slice(1) : piece}${random() < 0.12 ? ', ' : ' '}`
  }
  return post.trim()
}

// The logarithm of the rank is uniformly distributed, which is Zipf's law.
function drawWord(random: Random, vocabulary: readonly string[], rankMin: number): string {
  const rank = Math.exp(random() * Math.log(vocabulary.length / (rankMin + 1))) * (rankMin + 1)
  return vocabulary[Math.min(Math.floor(rank), vocabulary.length - 1)] ?? ''
}

function drawPhrase(random: Random, phrases: readonly string[]): string {
  return drawWord(random, phrases, PHRASE_RANK_MIN)
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T
}

// A small linear congruential generator: good enough to shuffle words, and the same on every machine.
function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
