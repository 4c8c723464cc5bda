import { logOdds } from './terms.ts'
import { countTerms, type TermOffer, type TopicText } from './topics.ts'

const MATCHES_MIN = 8
const COMPANIONS = 40
const OFFERS_MAX = 4
// A companion is in at least this share of the matches; of all texts that have it, at least this share are matches.
const SHARE_MIN = 0.05
const PRECISION_MIN = 0.25
const LOSS_MAX = 0.5
// How clearly it occurs more often in matches, in standard deviations.
const Z_MIN = 3

// Words that go together with those of an expression, and are not in it: adding one would find texts of the same topic. Gain is how many
// other texts have it, loss how many of these share nothing else with the topic.
export function findAdditions(
  matches: readonly TopicText[],
  others: readonly TopicText[],
  isOwn: (term: string) => boolean,
): TermOffer[] {
  if (matches.length < MATCHES_MIN) return []
  const [inMatches, inOthers] = [countTerms(matches), countTerms(others)]
  const companions = logOdds(inMatches, inOthers, { countMin: 3, limit: COMPANIONS, only: (term) => !isOwn(term) })
    .filter(({ z }) => z >= Z_MIN)
    .map(({ term }) => term)
  return companions
    .filter((term) => isClose(matches.length, inMatches.get(term) ?? 0, inOthers.get(term) ?? 0))
    .map((term) => measure(others, companions, term))
    .filter(({ gain, loss }) => gain > 0 && loss <= gain * LOSS_MAX)
    .sort((a, b) => b.gain - b.loss - (a.gain - a.loss) || (a.term < b.term ? -1 : 1))
    .slice(0, OFFERS_MAX)
}

function isClose(matches: number, inside: number, outside: number): boolean {
  return inside >= matches * SHARE_MIN && inside >= (inside + outside) * PRECISION_MIN
}

function measure(others: readonly TopicText[], companions: readonly string[], term: string): TermOffer {
  const gained = others.filter(({ terms }) => terms.has(term))
  // A pair contains its words, which say nothing more.
  const rest = companions.filter((other) => !other.split(' ').some((word) => term.split(' ').includes(word)))
  const strange = gained.filter(({ terms }) => !rest.some((other) => terms.has(other)))
  return { term, gain: gained.length, loss: strange.length }
}
