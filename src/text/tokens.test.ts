import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMOJI, newTokens, normalise, tokenise } from './tokens.ts'

function tokensOf(text: string): string[] {
  const tokens = newTokens()
  tokenise(normalise(text), tokens)
  return Array.from({ length: tokens.count }, (_, index) => {
    const units = tokens.units.subarray(tokens.starts[index], tokens.ends[index])
    if (tokens.kinds[index] !== EMOJI || units.length === 1) return String.fromCharCode(...units)
    return String.fromCodePoint(((units[0] as number) << 16) | (units[1] as number))
  })
}

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['case and decorative letters are folded', 'BAGUS 𝓑𝓪𝓰𝓾𝓼 ｂａｇｕｓ', ['bagus', 'bagus', 'bagus']],
  ['runs of one letter are cut to two', 'bangeeeeet heyy', ['bangeet', 'heyy']],
  ['a 2 after a word doubles it', 'anak2 jalan2 kata2nya', ['anak', 'anak', 'jalan', 'jalan', 'kata', 'katanya']],
  ['a hyphen separates words', 'anak-anak', ['anak', 'anak']],
  ['apostrophes and invisible characters do not split a word', "don't don’t ba\u200bgus", ['dont', 'dont', 'bagus']],
  ['addresses, names and numbers become placeholders', '@budi https://t.co/x www.a.id 12.500', ['@', '/', '/', '0']],
  ['each emoji is a token, without skin tone and variation selector', '👍🏽❤️😀', ['👍', '❤', '😀']],
  ['emoticons and expressive marks are kept', 'ok :) hehe :D <3 wow!!!', ['ok', ':)', 'hehe', ':d', '<3', 'wow', '!!']],
  ['plain separators are dropped', 'satu, dua. (tiga) "empat"', ['satu', 'dua', 'tiga', 'empat']],
  ['lone surrogates are dropped', 'a\ud83d b\udc00', ['a', 'b']],
]

for (const [name, text, expected] of CASES) {
  test(name, () => assert.deepEqual(tokensOf(text), expected))
}

test('the work per text is bounded', () => {
  const tokens = newTokens()
  tokenise(normalise('kata lain '.repeat(10_000)), tokens)
  assert.ok(tokens.count <= 600)
  assert.ok(normalise('a'.repeat(1_000_000)).length < 3_000)
})
