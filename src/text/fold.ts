import { widthAt } from './characters.ts'

// Text without the differences that a reader ignores: compatibility forms (NFKC), case, accents and invisible characters.
export interface Folded {
  readonly text: string
  // Maps back to the original: four numbers per non-ASCII segment (start and end in the folded text, start and end in the original)
  // from left to right. The text between two segments was copied unit by unit.
  readonly segments: readonly number[]
}

export function fold(text: string): Folded {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), segments: NONE }
  const segments: number[] = []
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
      addSegment(segments, folded.length, folded.length + piece.length, at, end, cluster)
      folded += piece
      at = end
    }
  }
  return { text: folded, segments }
}

// The offset in the original at which a unit of the folded text starts.
export function startInOriginal(folded: Folded, at: number): number {
  const segment = findSegment(folded, at)
  if (segment === null) return at
  return at < segment.end ? segment.originalStart : segment.originalEnd + at - segment.end
}

// The offset in the original at which the unit before an offset of the folded text ends.
export function endInOriginal(folded: Folded, at: number): number {
  const segment = findSegment(folded, at - 1)
  if (segment === null) return at
  return at <= segment.end ? segment.originalEnd : segment.originalEnd + at - segment.end
}

const NONE: readonly number[] = []

function addSegment(
  segments: number[],
  start: number,
  end: number,
  originalStart: number,
  originalEnd: number,
  cluster: string,
): void {
  if (start < end || !ATTACHED.test(cluster) || start === 0) {
    segments.push(start, end, originalStart, originalEnd)
    return
  }
  // A dropped accent still belongs to the letter before it.
  const touches = segments.at(-1) === originalStart
  if (touches && segments.at(-4) !== segments.at(-3)) segments[segments.length - 1] = originalEnd
  else if (touches) segments.push(start, end, originalStart, originalEnd)
  else segments.push(start - 1, end, originalStart - 1, originalEnd)
}

// The last segment that starts at or before a unit. When several start at the same offset, all but the last are empty.
function findSegment(
  { segments }: Folded,
  at: number,
): { end: number; originalStart: number; originalEnd: number } | null {
  let low = 0
  let high = segments.length / 4
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle * 4] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  if (low === 0) return null
  const [, end = 0, originalStart = 0, originalEnd = 0] = segments.slice(low * 4 - 4, low * 4)
  return { end, originalStart, originalEnd }
}

const NOT_ASCII = /[\u0080-\uffff]/
const ATTACHED = /^[\p{M}\p{Emoji_Modifier}]/u

// Accents are the marks of alphabets in which a word without them is still the same word, including the vowel points of Arabic and
// Hebrew. The marks of other scripts (Thai and Javanese vowels, the dots of kana) are part of the spelling and are kept. Invisible
// characters (joiners, direction marks, soft hyphens, variation selectors), the Arabic tatweel and skin tones are dropped too.
const ACCENTS = String.raw`[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}]]--[\u3099\u309a]`
const DROPPED = new RegExp(String.raw`[[${ACCENTS}]\p{DI}\u0640\p{Emoji_Modifier}]`, 'gv')

// Letters whose stroke Unicode does not decompose.
const STROKED: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't' }

function endOfAscii(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text.charCodeAt(end) < 0x80) end++
  return end
}

// Characters that compose into one must be folded together: a base and the marks after it, the parts of a Hangul syllable, and the
// one letter that is doubled to write another (a vowel of Kirat Rai).
// No language needs more than thirty marks (Unicode's stream-safe format). A longer tail starts a new cluster, so that sorting the
// marks cannot take quadratic time.
const FOLLOWS = /^[\p{M}\u1160-\u11ff\uff9e\uff9f\u{16d67}]$/u
const CLUSTER_UNITS_MAX = 32

function endOfCluster(text: string, start: number): number {
  let end = start + widthAt(text, start)
  while (end < text.length && end - start < CLUSTER_UNITS_MAX) {
    const unit = text.charCodeAt(end)
    // No character below the first combining mark extends a cluster, so most text never reaches the regular expression.
    if (unit < 0x300) break
    const width = widthAt(text, end)
    if (!follows(text, end, width)) break
    end += width
  }
  return end
}

// The regular expression costs more than the rest of the loop, so its results are cached: 1 for yes, 2 for no.
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
  // NFKC would attach these to the preceding word: `Samsung™` is the word samsung, not samsungtm.
  if (cluster === '™' || cluster === '℠') return ' '
  const bare = cluster.normalize('NFKD').replace(DROPPED, '')
  // Lower, upper, lower is Unicode's full case folding except for a few letters: ß and ẞ become ss, final sigma becomes sigma.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(DROPPED, '')
  return lower.replace(/[øđłħŧ]/g, (letter) => STROKED[letter] ?? letter).normalize('NFC')
}
