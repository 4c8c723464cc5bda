import type { Platform } from '../domain/platform.ts'
import { readWords } from '../text/words.ts'

// A post of a story, as far as signs of coordination need it.
export interface StoryCopy {
  readonly id: string
  readonly atMs: number
  // Identifies the account; never judged or shown by itself.
  readonly author: string
  readonly platform: Platform
  // The beginning is enough.
  readonly text: string
}

// Why equal words are nothing remarkable: too few accounts, the text of an article, posts that name or link their source, a greeting
// or condolence, or a text so short that many people find the same words.
export type Ordinary = 'few' | 'news' | 'shared' | 'formula' | 'short'

export const AUTHORS_MIN = 5
const WORDS_MIN = 8
const SHARED_SHARE = 0.5

const REPOST = /^\s*RT\b|\bRT\s*@\w/
// A shortened link of X is also that of a picture, and names no source.
const LINK = /https?:\/\/(?!t\.co\/)/i
const SOURCE =
  /\b(?:via|cr|credit|sumber|source)\s*[:@]|\b(?:dikutip dari|dilansir|mengutip|menurut laporan|copas|copas dari|dari grup sebelah)\b|\b(?:bmkg|bnpb|bpbd|pvmbg|basarnas)\b/i
const FORMULA =
  /\bselamat (?:hari|tahun|idul|idulfitri|iduladha|natal|ulang|menunaikan|menjalankan|jalan|berpuasa|ramadan|ramadhan|paskah|nyepi|waisak|imlek)\b|\bdirgahayu\b|\binn?a? ?lill?ahi\b|\bberduka\b|\bbelasungkawa\b|\bmaaf lahir\b|\bhusnul k?hotimah\b|\bal ?-?fatihah\b|\bhappy (?:birthday|anniversary|new year|eid)\b|\brest in peace\b/i

// Null when equal words are worth a closer look. `own` are the copies that `ownCopies` selects.
export function ordinaryReason(copies: readonly StoryCopy[], own: readonly StoryCopy[]): Ordinary | null {
  const social = copies.filter(({ platform }) => platform !== 'news')
  if (isFromNews(copies, social)) return 'news'
  if (own.length < (1 - SHARED_SHARE) * social.length) return 'shared'
  if (new Set(own.map(({ author }) => author)).size < AUTHORS_MIN) return 'few'
  const text = own[0]?.text ?? ''
  if (FORMULA.test(text)) return 'formula'
  return countWords(text) < WORDS_MIN ? 'short' : null
}

// Posts that present the words as their own.
export function ownCopies(copies: readonly StoryCopy[]): readonly StoryCopy[] {
  return copies.filter(({ platform, text }) => platform !== 'news' && !namesSource(text))
}

function namesSource(text: string): boolean {
  return REPOST.test(text) || LINK.test(text) || SOURCE.test(text)
}

// An article with these words was published before most of the posts.
function isFromNews(copies: readonly StoryCopy[], social: readonly StoryCopy[]): boolean {
  const article = copies.find(({ platform }) => platform === 'news')
  if (article === undefined) return false
  const median = social[Math.floor(social.length / 2)]
  return median === undefined || article.atMs <= median.atMs
}

// Different words, without names, links and hashtags.
function countWords(text: string): number {
  const plain = text.replace(/https?:\S+|[@#]\S+/g, ' ')
  return new Set(readWords(plain).keys.filter((key) => key !== '')).size
}
