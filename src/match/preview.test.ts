import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formsOf } from './affixes.ts'
import { parseKeyword } from './parse.ts'
import { compilePreview, withForm } from './preview.ts'
import { addExclusion, writeKeyword } from './write.ts'

test('forms have the prefixes and suffixes of Indonesian, with its nasals', () => {
  const has = (word: string, ...forms: string[]) => {
    for (const form of forms) assert.ok(formsOf(word).includes(form), `${word}: ${form}`)
  }
  has('banjir', 'banjirnya', 'kebanjiran', 'membanjiri', 'dibanjiri')
  has('tulis', 'menulis', 'penulis', 'ditulis', 'tulisan')
  has('pukul', 'memukul', 'pemukulan')
  has('sapu', 'menyapu')
  has('kirim', 'mengirim', 'pengiriman')
  has('bahan bakar', 'bahan bakarnya')
  assert.ok(!formsOf('banjir').includes('banjir'))
  assert.deepEqual([formsOf('ktp'), formsOf('#banjir'), formsOf('2024')], [[], [], []])
})

test('each alternative that holds is found, and none where an exclusion occurs', () => {
  const { match } = compilePreview(parseKeyword('banjir and jakarta or rob'), ['bola'])
  assert.deepEqual(match('Banjir dan rob di Jakarta', '').alternatives, [0, 1])
  assert.deepEqual(match('rob', 'bola').alternatives, [])
  assert.deepEqual(match('banjir', 'jakarta').alternatives, [0], 'in the text that is matched and not shown')
})

test('a form counts where it stands for its term, with the other terms of the alternative', () => {
  const keyword = parseKeyword('banjir and jakarta or rob')
  const { match, forms } = compilePreview(keyword, [])
  const found = (text: string) => match(text, '').forms.map((index) => forms[index]?.form)
  assert.deepEqual(found('Warga Jakarta kebanjiran'), ['kebanjiran'])
  assert.deepEqual(found('Warga Bogor kebanjiran'), [])
  const added = withForm(keyword, { term: 'banjir', form: 'kebanjiran' })
  assert.equal(writeKeyword(added), 'kebanjiran and jakarta')
})

test('what is written parses to the same', () => {
  const keyword = parseKeyword('"rock and roll" or a b and c')
  assert.deepEqual(parseKeyword(writeKeyword(keyword)), keyword)
  assert.equal(addExclusion('', 'a, b'), '"a, b"')
  assert.equal(addExclusion(' satu ', 'dua'), 'satu, dua')
})
