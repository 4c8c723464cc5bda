import { readFileSync } from 'node:fs'
import { ENCODER_MODEL } from '../../src/analyse/analyser.ts'
import { readModelFile, sectionOf } from '../../src/analyse/model-file.ts'

const FIRST_MERGED = 5 + 256
const LETTERS_MIN = 4

// Real words, the frequent ones first: the encoder's pieces that are a whole word. Made-up words would have three pieces each, and cost
// the encoder three times as much as real texts.
export function readWords(): string[] {
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
