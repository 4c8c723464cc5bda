import { STOP_WORDS } from '../text/terms-stop.ts'
import { isBackdrop, isTitle } from './theme-words.ts'

// What a named person or body says or asks for, literally as a sentence writes it.
export interface Statement {
  readonly speaker: string
  readonly verb: string
  readonly words: string
  readonly isRequest: boolean
}

const NAME = String.raw`\p{Lu}[\p{L}\p{M}'’-]*\.?(?: (?:\p{Lu}[\p{L}\p{M}'’-]*\.?|\(\p{Lu}+\))){0,11}(?! \p{Lu})`
// Verbs that the summary may replace by the plain one: `membantah` (denied) would lose its meaning.
const SAY_AFTER = 'kata|ujar|tutur|ucap|ungkap|jelas|tegas|terang|papar|imbuh|tambah|sebut|tandas|pungkas|said|says'
const SAY =
  'mengatakan|menyebut|menyatakan|menegaskan|menuturkan|menambahkan|menilai|(?:mengungkapkan|menjelaskan|memaparkan|menyebutkan|menyampaikan)(?=,? bahwa )|said|says'
const REQUEST =
  'meminta|mendesak|mengimbau|menuntut|mendorong|menyerukan|mengusulkan|menyarankan|minta|urged|urges|demanded|demands|called for|calls for|asked'

// `"Stok aman," kata Rahmat Hidayat.`
const QUOTED = new RegExp(`^["“](?<words>[^"“”]+?)[,.!?]?["”],? (?<verb>${SAY_AFTER}) (?<speaker>${NAME})`, 'u')
// `Menteri Budi Santoso meminta distributor melepas stok.`
const REPORTED = new RegExp(
  String.raw`^(?:[\p{L}\p{N} ]{3,40}, )?(?<speaker>${NAME}),? (?:juga |kembali |telah |pun |also |has )?(?<verb>${SAY}|${REQUEST}),? (?:bahwa |that )?(?<words>\S.+)$`,
  'u',
)
// `Menurut Badan Pangan Nasional, harga akan turun.`
const ACCORDING = new RegExp(String.raw`^(?:Menurut|According to) (?<speaker>${NAME}), (?<words>\S.+)$`, 'u')
const IS_REQUEST = new RegExp(`^(?:${REQUEST})$`, 'u')
const WORDS_LENGTH_MIN = 20
const SPEAKER_WORDS_MIN = 2
const SPEAKER_LENGTH_MAX = 80

// Null without a name: a pronoun, or an office alone, does not show who speaks.
export function readStatement(sentence: string): Statement | null {
  const found = QUOTED.exec(sentence) ?? REPORTED.exec(sentence) ?? ACCORDING.exec(sentence)
  if (found === null) return null
  const { speaker: written = '', verb = '', words = '' } = found.groups ?? {}
  const speaker = withoutOpening(written)
  const clean = words.trim().replace(/[.,;:]+$/u, '')
  // `mengatakan kepada wartawan …` begins with the listener, and `menyatakan dukungannya` is no statement.
  if (/^(?:kepada|pada|to) |^(?!pihaknya|semuanya)\p{L}+nya /u.test(clean)) return null
  if (!isNamed(speaker) || clean.length < WORDS_LENGTH_MIN || /["“”]/u.test(clean)) return null
  return { speaker, verb, words: clean, isRequest: IS_REQUEST.test(verb) }
}

// `Namun Budi Santoso` begins with a word that has its capital from the sentence.
function withoutOpening(name: string): string {
  const words = name.replace(/\.$/u, '').split(' ')
  while (words.length > 0 && isOpening((words[0] as string).toLowerCase())) words.shift()
  return words.join(' ')
}

const OFFICE =
  /^(?:komisioner|ekonom|konsul|sutradara|aktor|aktris|penyanyi|bintang|striker|gelandang|bek|kiper|dirut|guru|duta|jaksa|pengacara|peneliti|dosen|rektor)$/u

// Whether the speaker begins with an office or a profession.
export function holdsOffice(speaker: string): boolean {
  const first = (speaker.split(' ')[0] ?? '').toLowerCase()
  return isTitle(first) || OFFICE.test(first)
}

function isOpening(word: string): boolean {
  return STOP_WORDS.has(word) || word === 'sementara' || word === 'adapun' || word === 'meanwhile'
}

function isNamed(speaker: string): boolean {
  const words = speaker.split(' ')
  if (speaker.length > SPEAKER_LENGTH_MAX) return false
  const named = words.filter((word) => !isBackdrop(word.toLowerCase()) && !/^\p{Lu}\.?$/u.test(word))
  return named.length > 0 && (words.length >= SPEAKER_WORDS_MIN || /^\p{Lu}{3,}$/u.test(speaker))
}
