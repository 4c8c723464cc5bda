import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumbers, readSpelled } from './numbers.ts'

const WRITTEN: [string, string[]][] = [
  ['Rp1.000.000 dan 1,234 mention', ['1000000', '1234']],
  ['12,50 persen dari 007', ['12.5', '7']],
  ['tanggal 17/8/2025 pukul 10.30', ['17', '8', '2025', '10.3']],
  ['٣٥ dan １２', ['35', '12']],
  ['covid19', ['19']],
  ['tidak ada', []],
]
for (const [text, values] of WRITTEN) {
  test(`the numbers in ${JSON.stringify(text)}`, () => {
    assert.deepEqual(
      readNumbers(text).map(({ value }) => value),
      values,
    )
  })
}

test('a percentage is recognised', () => {
  assert.deepEqual(
    readNumbers('60% dari 10, atau 5 persen').map(({ percent }) => percent),
    [true, false, true],
  )
})

const SPELLED: [string, (number | null)[]][] = [
  ['dua puluh lima orang', [25]],
  ['tiga belas dari seratus dua puluh', [13, 120]],
  ['dua juta lima ratus ribu', [2_500_000]],
  ['ribuan warga', [null]],
  ['twenty five thousand people', [25_000]],
  ['hanya satu orang, sama sekali', []],
]
for (const [text, values] of SPELLED) {
  test(`the number words in ${JSON.stringify(text)}`, () => {
    assert.deepEqual(
      readSpelled(text).map(({ value }) => value),
      values,
    )
  })
}
