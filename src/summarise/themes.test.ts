import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMention } from './material.fixture.ts'
import { findThemes } from './themes.ts'

// The phrases of texts that a project with this expression of one word finds.
function themesOf(word: string, texts: readonly string[]): string[] {
  const mentions = texts.map((text, at) => aMention(`m${at}`, text))
  const isAbout = (sentence: string) => sentence.toLowerCase().includes(word)
  return findThemes(mentions, { own: new Set([word]), isAbout }, 10).map(({ phrase }) => phrase)
}

test('a sentence that two texts copy from each other makes no theme', () => {
  const sentence = 'Stok beras habis menurut gudang plastik berwarna.'
  assert.deepEqual(themesOf('beras', [sentence, `${sentence} Hujan turun.`]), [])
  assert.deepEqual(themesOf('beras', [sentence, 'Beras basah di gudang plastik itu.']), ['gudang plastik'])
})

test('chat without vowels, verbs and halves of names are no themes', () => {
  for (const phrase of ['yg kosong', 'memicu kecaman', 'ribuan karung']) {
    assert.deepEqual(themesOf('beras', [`Kini ${phrase}, kata beras.`, `Beras itu ${phrase}.`]), [], phrase)
  }
  const office = 'Menko Politik, Hukum, dan Keamanan Wiranto'
  assert.deepEqual(themesOf('beras', [`${office} soal beras.`, `Beras: ${office} pergi.`]), ['Menko Politik'])
})

test('the full name of the subject is no theme, with or without capitals or a title', () => {
  const texts = ['pak erick thohir rapat', 'pak erick thohir pulang', 'Erick Thohir diam', 'Erick Thohir datang']
  assert.deepEqual(themesOf('thohir', texts), [])
})
