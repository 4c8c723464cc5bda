import { readFileSync } from 'node:fs'
import { ENCODER_MODEL } from '../../src/analyse/analyser.ts'
import { readModelFile, sectionOf } from '../../src/analyse/model-file.ts'

export type Random = () => number

const FIRST_MERGED = 5 + 256
const LETTERS_MIN = 4

// Words of the language's own grammar.
const GRAMMAR_SHARE = 0.4
const HASHTAG_SHARE = 0.03
// Names, misspellings and what else no list has.
const ODD_SHARE = 0.02
const ODD_WORDS = 1e6

interface Language {
  readonly share: number
  readonly words: readonly string[]
}

const LANGUAGES: readonly Language[] = [
  {
    share: 0.74,
    words:
      'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga sudah saya ke karena kita bisa belum mereka banyak sangat parah buruk kecewa bagus cepat terima kasih marah sedih bantuan jalan rumah hujan pemerintah'.split(
        ' ',
      ),
  },
  {
    share: 0.16,
    words:
      'the and of to in is was for that with are this have not from they people water street very bad good help thanks angry government rain still again'.split(
        ' ',
      ),
  },
  {
    share: 0.07,
    words:
      'sing lan ing iku karo ora iki saka uwis aku menyang amarga kabeh akeh banget omah dalan udan isih durung'.split(
        ' ',
      ),
  },
  {
    share: 0.03,
    words: 'nu jeung di eta sareng henteu ieu ti geus abdi ka sabab loba pisan imah jalan hujan teu acan keneh'.split(
      ' ',
    ),
  },
]

let words: string[] | undefined

// The logarithm of the rank is uniformly distributed, which is Zipf's law.
export function drawWord(language: Language, random: Random): string {
  const kind = random()
  if (kind < GRAMMAR_SHARE) return language.words[Math.floor(random() ** 2 * language.words.length)] ?? ''
  if (kind < GRAMMAR_SHARE + ODD_SHARE) return `kt${Math.floor(random() ** 2 * ODD_WORDS).toString(36)}`
  words ??= readWords()
  const word = words[Math.floor(Math.exp(random() * Math.log(words.length)))] ?? ''
  return kind > 1 - HASHTAG_SHARE ? `#${word}` : word
}

export function chooseLanguage(random: Random): Language {
  let left = random()
  for (const language of LANGUAGES) {
    left -= language.share
    if (left < 0) return language
  }
  return LANGUAGES[0] as Language
}

// Real words, the frequent ones first: the encoder's pieces that are a whole word. Made-up words would have three pieces each, and cost
// the encoder three times as much as real texts.
function readWords(): string[] {
  const file = readModelFile(readFileSync(ENCODER_MODEL), 'encoder')
  const bytes = sectionOf(file, 'bytes', Int16Array, 256)
  const pieces = new Map<number, Buffer>()
  for (const [byte, piece] of bytes.entries()) pieces.set(piece, Buffer.from([byte]))
  const words: string[] = []
  const merges = file.sections.merges as Int16Array
  for (let at = 0; at < merges.length; at += 2) {
    const merged = Buffer.concat(
      [pieces.get(merges[at] as number), pieces.get(merges[at + 1] as number)].map((part) => part ?? Buffer.of()),
    )
    pieces.set(FIRST_MERGED + at / 2, merged)
    const [, word = ''] = /^ (\p{Ll}+)$/u.exec(merged.toString()) ?? []
    if (word.length >= LETTERS_MIN) words.push(word)
  }
  return words
}
