import { widthAt } from './characters.ts'

// Text with every difference removed that a reader does not count as one: compatibility forms (NFKC), case, accents and
// characters that cannot be seen.
export interface Folded {
  readonly text: string
  // Where it came from: each stretch that is not plain ASCII, four numbers each (start and end in the folded text, start and end in the
  // original), from left to right. Everything between two stretches was copied unit by unit.
  readonly stretches: readonly number[]
}

export function fold(text: string): Folded {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), stretches: NONE }
  const stretches: number[] = []
  let folded = ''
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) < 0x80) {
      const end = endOfAscii(text, at)
      folded += text.slice(at, end).toLowerCase()
      at = end
    } else {
      const end = endOfCluster(text, at)
      const cluster = text.slice(at, end)
      const piece = foldCluster(cluster)
      addStretch(stretches, folded.length, folded.length + piece.length, at, end, cluster)
      folded += piece
      at = end
    }
  }
  return { text: folded, stretches }
}

// The offset in the original at which a unit of the folded text begins.
export function startInOriginal(folded: Folded, at: number): number {
  const stretch = findStretch(folded, at)
  if (stretch === null) return at
  return at < stretch.end ? stretch.from : stretch.till + at - stretch.end
}

// The offset in the original at which the unit before an offset of the folded text ends.
export function endInOriginal(folded: Folded, at: number): number {
  const stretch = findStretch(folded, at - 1)
  if (stretch === null) return at
  return at <= stretch.end ? stretch.till : stretch.till + at - stretch.end
}

const NONE: readonly number[] = []

function addStretch(
  stretches: number[],
  start: number,
  end: number,
  from: number,
  till: number,
  cluster: string,
): void {
  if (start < end || !ATTACHED.test(cluster) || start === 0) {
    stretches.push(start, end, from, till)
    return
  }
  // An accent that was dropped still belongs to the letter before it.
  const touches = stretches.at(-1) === from
  if (touches && stretches.at(-4) !== stretches.at(-3)) stretches[stretches.length - 1] = till
  else if (touches) stretches.push(start, end, from, till)
  else stretches.push(start - 1, end, from - 1, till)
}

// The last stretch that begins at or before a unit. Of several that begin there it is the last: the others are empty.
function findStretch({ stretches }: Folded, at: number): { end: number; from: number; till: number } | null {
  let low = 0
  let high = stretches.length / 4
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle * 4] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  if (low === 0) return null
  const [, end = 0, from = 0, till = 0] = stretches.slice(low * 4 - 4, low * 4)
  return { end, from, till }
}

const NOT_ASCII = /[\u0080-\uffff]/
const ATTACHED = /^[\p{M}\p{Emoji_Modifier}]/u

// Accents are the marks of alphabets whose words stay the same words without them, the vowel points of Arabic and Hebrew among
// them. The marks of other scripts (Thai and Javanese vowels, the dots of kana) spell the word, and stay. What cannot be seen
// (joiners, direction marks, soft hyphens, variation selectors), the stretching stroke of Arabic and skin tones go too.
const ACCENTS = String.raw`[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}]]--[\u3099\u309a]`
const DROPPED = new RegExp(String.raw`[[${ACCENTS}]\p{DI}\u0640\p{Emoji_Modifier}]`, 'gv')

// Letters whose stroke Unicode does not take apart.
const STROKED: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't' }

function endOfAscii(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text.charCodeAt(end) < 0x80) end++
  return end
}

// What composes into one character must be folded together: a base and the marks after it, the parts of a Hangul syllable, and the
// one letter that is written twice for another (a vowel of Kirat Rai).
// Thirty marks are more than any language writes (Unicode's stream-safe format); a longer tail starts a cluster of its own, so
// that sorting the marks cannot take quadratic time.
const FOLLOWS = /^[\p{M}\u1160-\u11ff\uff9e\uff9f\u{16d67}]$/u
const CLUSTER_UNITS_MAX = 32

function endOfCluster(text: string, start: number): number {
  let end = start + widthAt(text, start)
  while (end < text.length && end - start < CLUSTER_UNITS_MAX) {
    const unit = text.charCodeAt(end)
    // Nothing before the first combining mark follows anything, which spares most text the expression.
    if (unit < 0x300) break
    const width = widthAt(text, end)
    if (!follows(text, end, width)) break
    end += width
  }
  return end
}

// The expression costs more than the rest of the loop, so its answers are kept: 1 for yes, 2 for no.
const followers = new Uint8Array(0x10000)

function follows(text: string, at: number, width: number): boolean {
  if (width === 2) return FOLLOWS.test(text.slice(at, at + 2))
  const unit = text.charCodeAt(at)
  if (followers[unit] === 0) followers[unit] = FOLLOWS.test(text.charAt(at)) ? 1 : 2
  return followers[unit] === 1
}

const CACHE_MAX = 20_000
const cache = new Map<string, string>()

function foldCluster(cluster: string): string {
  let folded = cache.get(cluster)
  if (folded === undefined) {
    folded = computeFold(cluster)
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(cluster, folded)
  }
  return folded
}

function computeFold(cluster: string): string {
  // NFKC would glue these to the word before them: `Samsung™` is the word samsung, not samsungtm.
  if (cluster === '™' || cluster === '℠') return ' '
  const bare = cluster.normalize('NFKD').replace(DROPPED, '')
  // Down, up and down again is what Unicode calls full case folding, but for a few letters: ß and ẞ are ss, final sigma is sigma.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(DROPPED, '')
  return lower.replace(/[øđłħŧ]/g, (letter) => STROKED[letter] ?? letter).normalize('NFC')
}
