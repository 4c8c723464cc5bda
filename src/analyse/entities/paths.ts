// Sequences of tags: the most probable one of some words, and the sums over all of them.

// Outside of names; then for each kind its first word and its following words.
export const OUTSIDE = 0
export const TAGS = 7
// The row of the transitions from the start of a text.
export const START = TAGS
// Of a transition that no text has: a following word without a first one.
export const NEVER = -40
// A score that keeps sums above zero and decides all the same.
export const LEAST = -60

interface Found {
  readonly best: Float64Array
  readonly tags: Uint8Array
}

// The most probable sequence of tags; `start` is the tag before it. What each best score comes from is looked up only on the best path.
export function bestPath(
  scores: Float64Array,
  transitions: Float32Array,
  start: number,
  { best, tags }: Found,
): Uint8Array {
  for (let tag = 0; tag < TAGS; tag++) best[tag] = (scores[tag] as number) + (transitions[start * TAGS + tag] as number)
  for (let row = TAGS; row < scores.length; row += TAGS) {
    for (let tag = 0; tag < TAGS; tag++) {
      let top = (best[row - TAGS] as number) + (transitions[tag] as number)
      for (let before = 1; before < TAGS; before++) {
        const score = (best[row - TAGS + before] as number) + (transitions[before * TAGS + tag] as number)
        if (score > top) top = score
      }
      best[row + tag] = top + (scores[row + tag] as number)
    }
  }
  const end = scores.length - TAGS
  const size = scores.length / TAGS
  let last = 0
  for (let tag = 1; tag < TAGS; tag++) if ((best[end + tag] as number) > (best[end + last] as number)) last = tag
  tags[size - 1] = last
  for (let at = size - 1; at > 0; at--) tags[at - 1] = originOf(best, at, tags[at] as number, transitions)
  return tags.subarray(0, size)
}

// The tag before the one at a word from which its best score comes; of equals, the first.
function originOf(best: Float64Array, at: number, tag: number, transitions: Float32Array): number {
  let top = -Infinity
  let origin = 0
  for (let before = 0; before < TAGS; before++) {
    const score = (best[(at - 1) * TAGS + before] as number) + (transitions[before * TAGS + tag] as number)
    if (score <= top) continue
    top = score
    origin = before
  }
  return origin
}

// Forward and backward sums of all sequences, each word scaled to sum to 1.
export interface Sums {
  readonly forward: Float64Array
  readonly backward: Float64Array
  readonly odds: Float64Array
}

// The odds of all transitions.
export function movesOf(transitions: Float32Array): Float64Array {
  return Float64Array.from(transitions, Math.exp)
}

export function newSums(size: number): Sums {
  const column = () => new Float64Array(size * TAGS)
  return { forward: column(), backward: column(), odds: column() }
}

// Writes the sums and returns them; `start` is the tag before the words.
export function sumPaths<S extends Sums>(scores: Float64Array, moves: Float64Array, start: number, sums: S): S {
  const { forward, backward, odds } = sums
  writeOdds(scores, odds)
  for (let tag = 0; tag < TAGS; tag++) forward[tag] = (moves[start * TAGS + tag] as number) * (odds[tag] as number)
  normalise(forward, 0)
  for (let row = TAGS; row < scores.length; row += TAGS) {
    for (let tag = 0; tag < TAGS; tag++) near[tag] = forward[row - TAGS + tag] as number
    for (let tag = 0; tag < TAGS; tag++)
      forward[row + tag] = sumOf(near, moves, tag, TAGS) * (odds[row + tag] as number)
    normalise(forward, row)
  }
  backward.fill(1, scores.length - TAGS, scores.length)
  for (let row = scores.length - 2 * TAGS; row >= 0; row -= TAGS) {
    for (let tag = 0; tag < TAGS; tag++)
      near[tag] = (odds[row + TAGS + tag] as number) * (backward[row + TAGS + tag] as number)
    for (let tag = 0; tag < TAGS; tag++) backward[row + tag] = sumOf(near, moves, tag * TAGS, 1)
    normalise(backward, row)
  }
  return sums
}

const near = new Float64Array(TAGS)

// The sum of the tags of one word, each times its move. Written out: a loop takes twice the time.
function sumOf(tags: Float64Array, moves: Float64Array, from: number, step: number): number {
  return (
    (tags[0] as number) * (moves[from] as number) +
    (tags[1] as number) * (moves[from + step] as number) +
    (tags[2] as number) * (moves[from + 2 * step] as number) +
    (tags[3] as number) * (moves[from + 3 * step] as number) +
    (tags[4] as number) * (moves[from + 4 * step] as number) +
    (tags[5] as number) * (moves[from + 5 * step] as number) +
    (tags[6] as number) * (moves[from + 6 * step] as number)
  )
}

// The probability of a tag at a word.
export function probabilityOf({ forward, backward }: Sums, at: number, tag: number): number {
  let sum = 0
  for (let slot = at * TAGS; slot < (at + 1) * TAGS; slot++)
    sum += (forward[slot] as number) * (backward[slot] as number)
  return ((forward[at * TAGS + tag] as number) * (backward[at * TAGS + tag] as number)) / sum
}

function writeOdds(scores: Float64Array, odds: Float64Array): void {
  for (let row = 0; row < scores.length; row += TAGS) {
    let top = -Infinity
    for (let tag = 0; tag < TAGS; tag++) top = Math.max(top, scores[row + tag] as number)
    for (let tag = 0; tag < TAGS; tag++)
      odds[row + tag] = Math.exp(Math.max((scores[row + tag] as number) - top, LEAST))
  }
}

function normalise(values: Float64Array, row: number): void {
  let sum = 0
  for (let slot = row; slot < row + TAGS; slot++) sum += values[slot] as number
  for (let slot = row; slot < row + TAGS; slot++) (values[slot] as number) /= sum
}
