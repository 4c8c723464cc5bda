import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearDuplicates } from './duplicates.ts'

const KEPT = [
  'Harga beras di pasar induk naik lagi pekan ini',
  'ok',
  'Kereta terlambat dua jam karena banjir di Semarang',
]

test('copies with different case, names, addresses or one changed word are found', () => {
  const texts = [
    'RT @pasar: HARGA BERAS di pasar induk naik lagi pekan ini!!! https://t.co/x',
    'kereta terlambat dua jam karena banjir di Demak',
    'OK.',
  ]
  assert.deepEqual(nearDuplicates(texts, KEPT), [true, true, true])
})

test('texts about the same topic in different words are not duplicates', () => {
  const texts = ['Beras mahal sekali sekarang, pasar sepi', 'Banjir di Semarang sudah surut', 'oke']
  assert.deepEqual(nearDuplicates(texts, KEPT), [false, false, false])
})

test('nothing is a duplicate of an empty set', () => {
  assert.deepEqual(nearDuplicates(['apa saja'], []), [false])
})
