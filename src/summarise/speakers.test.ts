import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatement } from './speakers.ts'

const STATEMENTS = [
  ['"Stok beras aman sampai lebaran," kata Rahmat Hidayat.', 'Rahmat Hidayat', 'Stok beras aman sampai lebaran', false],
  ['Menteri Surya Atmaja mengatakan harga beras akan turun.', 'Menteri Surya Atmaja', 'harga beras akan turun', false],
  [
    'Menurut Badan Pangan Nasional, harga beras segera stabil.',
    'Badan Pangan Nasional',
    'harga beras segera stabil',
    false,
  ],
  [
    'Namun Forum Petani Subang mendesak agar impor beras dihentikan.',
    'Forum Petani Subang',
    'agar impor beras dihentikan',
    true,
  ],
  [
    'Sementara Ketua Yayasan Anak Raden Prabowo Argo Yuwono menjelaskan bahwa harga beras akan turun.',
    'Ketua Yayasan Anak Raden Prabowo Argo Yuwono',
    'harga beras akan turun',
    false,
  ],
  ['Minister Jane Doe said that rice prices will fall soon.', 'Minister Jane Doe', 'rice prices will fall soon', false],
  [
    'Consumer Watch urged the government to sell more rice.',
    'Consumer Watch',
    'the government to sell more rice',
    true,
  ],
] as const
for (const [sentence, speaker, words, isRequest] of STATEMENTS) {
  test(`has a speaker: ${sentence}`, () => {
    const found = readStatement(sentence)
    assert.deepEqual([found?.speaker, found?.words, found?.isRequest], [speaker, words, isRequest])
  })
}

for (const sentence of [
  'Ia mengatakan harga beras akan turun bulan depan.',
  'Ketua Umum mengatakan harga beras akan turun bulan depan.',
  'Surya Atmaja membantah harga beras akan turun bulan depan.',
  'Harga beras di Cirebon naik sejak pekan lalu.',
  '"Stok aman," kata dia.',
  'Surya Atmaja mengatakan kepada wartawan harga beras akan turun.',
  'Surya Atmaja menyatakan dukungannya terhadap impor beras tahun ini.',
  'Surya Atmaja mengungkapkan alasan impor beras tahun ini.',
]) {
  test(`has no speaker that can be named: ${sentence}`, () => assert.equal(readStatement(sentence), null))
}
