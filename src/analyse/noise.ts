import {
  centreOf,
  countTerms,
  likeness,
  likenessToRest,
  squaresOf,
  sumOf,
  type TermOffer,
  type TopicText,
  type Vector,
  vectorsOf,
} from './topics.ts'

// The matches of an expression whose topic differs from that of the rest, and terms that would leave them out.
export interface Noise {
  // For each text, whether it is about something else.
  readonly noisy: readonly boolean[]
  // Gain and loss are how many texts it would remove: of another topic, and of the topic that was meant.
  readonly exclusions: readonly TermOffer[]
}

const TEXTS_MIN = 12
const CANDIDATES_MAX = 150
// A term marks a group of texts when it is in at least so many, and in no more than this share.
const GROUP_MIN = 3
const SHARE_MIN = 0.03
const SHARE_MAX = 0.45
// A group is about something else when it is this much less like the rest than a group of the same size drawn from all is.
const LIKENESS_MAX = 0.3
const ROUNDS = 3
const OFFERS_MAX = 3
// An offer removes at least this share of the noise, and of the good matches at most this share of what it removes.
const GAIN_MIN = 0.15
const LOSS_MAX = 0.2

// `isOwn`: terms of the expression itself, which all matches share.
export function findNoise(texts: readonly TopicText[], isOwn: (term: string) => boolean): Noise {
  const none: Noise = { noisy: texts.map(() => false), exclusions: [] }
  if (texts.length < TEXTS_MIN) return none
  const foreign = texts.map(({ terms }) => ({ terms: new Set([...terms].filter((term) => !isOwn(term))) }))
  const vectors = vectorsOf(foreign)
  const candidates = listCandidates(foreign)
  const marked = candidates.filter(compareGroups(foreign, vectors))
  const seeds = foreign.map(({ terms }) => marked.some((term) => terms.has(term)))
  const noisy = divide(vectors, seeds)
  const total = noisy.filter((isNoisy) => isNoisy).length
  // What most matches are about is the topic, whatever was meant.
  if (total < GROUP_MIN || total > texts.length / 2) return none
  return { noisy, exclusions: offer(foreign, noisy, candidates) }
}

function listCandidates(texts: readonly TopicText[]): string[] {
  const least = Math.max(GROUP_MIN, texts.length * SHARE_MIN)
  return [...countTerms(texts)]
    .filter(([, count]) => count >= least && count <= texts.length * SHARE_MAX)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, CANDIDATES_MAX)
    .map(([term]) => term)
}

// Compares groups of texts with all other texts. Every group of about the same size is compared with one reference: texts drawn at
// equal distances.
function compareGroups(texts: readonly TopicText[], vectors: readonly Vector[]): (term: string) => boolean {
  const all = sumOf(vectors)
  const squares = squaresOf(all)
  const usual = new Map<number, number>()
  const usualFor = (every: number) => {
    const known = usual.get(every)
    if (known !== undefined) return known
    const drawn = sumOf(vectors.filter((_, index) => index % every === 0))
    const found = likenessToRest(drawn, all, squares)
    usual.set(every, found)
    return found
  }
  return (term) => {
    const group = vectors.filter((_, index) => texts[index]?.terms.has(term) === true)
    const every = Math.max(2, Math.round(vectors.length / group.length))
    return likenessToRest(sumOf(group), all, squares, term) < usualFor(every) * LIKENESS_MAX
  }
}

// Assigns every text to the nearer of two centres, beginning with those of the seeds and of the rest.
function divide(vectors: readonly Vector[], seeds: readonly boolean[]): boolean[] {
  let noisy = [...seeds]
  for (let round = 0; round < ROUNDS && noisy.includes(true) && noisy.includes(false); round++) {
    const other = centreOf(vectors.filter((_, index) => noisy[index]))
    const main = centreOf(vectors.filter((_, index) => !noisy[index]))
    noisy = vectors.map((vector) => likeness(vector, other) > likeness(vector, main))
  }
  return noisy
}

// The terms that remove most, each for what the ones before it leave.
function offer(texts: readonly TopicText[], noisy: readonly boolean[], candidates: readonly string[]): TermOffer[] {
  const least = noisy.filter((isNoisy) => isNoisy).length * GAIN_MIN
  const left = new Set(texts.keys())
  const offers: TermOffer[] = []
  while (offers.length < OFFERS_MAX) {
    const [best] = candidates
      .map((term) => measure(texts, noisy, left, term))
      .filter(({ gain, loss }) => gain >= Math.max(GROUP_MIN, least) && loss <= gain * LOSS_MAX)
      .sort((a, b) => b.gain - 2 * b.loss - (a.gain - 2 * a.loss) || a.term.length - b.term.length)
    if (best === undefined) break
    offers.push(best)
    for (const index of left) if (texts[index]?.terms.has(best.term)) left.delete(index)
  }
  return offers
}

function measure(texts: readonly TopicText[], noisy: readonly boolean[], left: ReadonlySet<number>, term: string) {
  let [gain, loss] = [0, 0]
  for (const index of left) {
    if (!texts[index]?.terms.has(term)) continue
    if (noisy[index]) gain++
    else loss++
  }
  return { term, gain, loss }
}
