import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readModelFile } from '../model-file.ts'
import { ENTITY_MODEL, openEntityFinder } from './entities.ts'
import { openGazetteer } from './gazetteer.ts'
import { canonicalEntity, entityName } from './names.ts'
import { openWordTagger, readTagger } from './tagger.ts'
import { readNameWords } from './words.ts'

const finder = openEntityFinder()
const has = (text: string, entity: string) => finder.find(text).includes(entity)

test('the list has 38 provinces, 416 regencies and 98 cities', () => {
  const lines = readFileSync(new URL('places.txt', import.meta.url), 'utf8').split('\n')
  const count = (type: string) =>
    lines.filter((line) => line.startsWith(`${type} `)).reduce((sum, line) => sum + line.split(';').length, 0)
  assert.equal(openGazetteer().provinces.length, 38)
  assert.deepEqual([count('kabupaten'), count('kota')], [416, 98])
})

for (const [text, entity] of [
  ['Banjir di Bandung Barat belum surut', 'place:bandung barat'],
  ['banjir di bandung barat belum surut', 'province:32'],
  ['Pemkab Bandung membantu warga Kabupaten Bandung', 'place:kabupaten bandung'],
  ['macet parah di jaksel dari pagi', 'place:jakarta selatan'],
  ['Arema bermain di Malang besok', 'place:malang'],
  ['warga kota malang mengeluh', 'place:malang'],
  ['gubernur jabar meninjau lokasi', 'province:32'],
  ['liburan ke jogja yuk', 'province:34'],
  ['Anggota DPR dari Gerindra menolak', 'organisation:partai gerindra'],
  ['kpk menahan mantan bupati', 'organisation:komisi pemberantasan korupsi'],
  ['Presiden Joko Widodo meresmikan jalan tol', 'person:joko widodo'],
  ['jokowi datang ke pasar tadi pagi', 'person:joko widodo'],
  ['Komisi Pemberantasan Korupsi memeriksa saksi', 'organisation:komisi pemberantasan korupsi'],
  ['Pemprov DKI Jakarta membuka posko', 'organisation:pemprov jakarta'],
  ['pemkot bandung menutup jalan', 'organisation:pemkot bandung'],
  ['pemkot bandung menutup jalan', 'province:32'],
  ['Kami pindah ke Batu tahun lalu', 'place:batu'],
  ['walikota batu meresmikan taman', 'place:batu'],
  ['naik kereta dari solo semalam', 'place:surakarta'],
  ['Kebakaran di Kota Banjar pagi ini', 'place:banjar'],
  ['macet di depok sejak sore', 'place:depok'],
  ['gempa terasa sampai Palu malam ini', 'place:palu'],
  ['kabut asap di jambi makin tebal', 'province:15'],
  ['warga serang mengeluh soal air', 'place:serang'],
] as const)
  test(`"${text}" names ${entity}`, () => assert.ok(has(text, entity), finder.find(text).join(', ')))

for (const [text, entity] of [
  ['nasib malang menimpa pedagang itu', 'place:malang'],
  ['Malang benar nasibnya', 'place:malang'],
  ['dia duduk di batu besar', 'place:batu'],
  ['tinggal di puncak gunung', 'place:puncak'],
  ['Banjir di Bandung Barat belum surut', 'place:bandung'],
  ['kami akan serang balik', 'place:serang'],
  ['tampil solo di panggung besar', 'place:surakarta'],
  ['hakim mengetuk palu sidang', 'place:palu'],
  ['rumahku di kota besar', 'place:kota'],
  ['batu itu jatuh dari truk', 'place:batu'],
  ['Prabowo Hadi membuka warung kopi', 'person:prabowo subianto'],
  ['bahan baku makin mahal', 'place:baku'],
  ['pelajaran bahasa Inggris hari ini', 'place:inggris'],
] as const)
  test(`"${text}" does not name ${entity}`, () => assert.ok(!has(text, entity), finder.find(text).join(', ')))

test('an entity is shown by its official name, or with capitals', () => {
  assert.equal(entityName('organisation:komisi pemberantasan korupsi'), 'Komisi Pemberantasan Korupsi')
  assert.equal(entityName('province:96'), 'Papua Barat Daya')
  assert.equal(entityName('organisation:pt maju jaya'), 'PT Maju Jaya')
})

test('every spelling of a known entity is the same entity', () => {
  assert.equal(canonicalEntity('person:jokowi'), 'person:joko widodo')
  assert.equal(canonicalEntity('organisation:kpk'), 'organisation:komisi pemberantasan korupsi')
  assert.equal(canonicalEntity('place:jaksel'), 'place:jakarta selatan')
  assert.equal(canonicalEntity('person:siti aminah'), 'person:siti aminah')
  assert.equal(canonicalEntity('province:32'), 'province:32')
})

test('words that are surely outside are not read on, and the names are the same', () => {
  const tagger = readTagger(readModelFile(readFileSync(ENTITY_MODEL), 'entities'))
  const gazetteer = openGazetteer()
  const [some, all] = [openWordTagger(tagger), openWordTagger(tagger, Number.POSITIVE_INFINITY)]
  const texts = [
    'Gubernur Andika Pratama bersama Siti Rahmawati meninjau banjir di Kecamatan Sukamaju, kata Kepala BPBD Budi Hartanto.',
    'PT Sumber Makmur Abadi dan Universitas Nusa Raya bekerja sama di Semarang sejak tahun lalu.',
    'kemarin bu susi sama pak anies ke pasar minggu naik krl dari bogor, rame banget',
    'hujan deras sejak pagi membuat jalan macet dan banyak warga terlambat masuk kerja',
    'JAKARTA - POLDA METRO JAYA MEMERIKSA SAKSI KASUS PENIPUAN',
    'Rapat itu dihadiri Ketua DPRD Jawa Barat, Wali Kota Bandung, dan perwakilan Kementerian Perhubungan.',
  ]
  for (const text of texts) {
    const words = readNameWords(text)
    const found = some.tag(words, gazetteer.find(words))
    const expected = all.tag(words, gazetteer.find(words))
    assert.deepEqual(
      found.map(({ start, end, kind }) => ({ start, end, kind })),
      expected.map(({ start, end, kind }) => ({ start, end, kind })),
      text,
    )
  }
})

test('an address is not a name', () => {
  assert.deepEqual(finder.find('Kita naikkan mood raya https://t.co/U8UE9ffAW8'), [])
})

test('a text without names, and one of only signs, names nothing', () => {
  assert.deepEqual(finder.find('hari ini panas sekali'), [])
  assert.deepEqual(finder.find('... !!! 😀'), [])
  assert.deepEqual(finder.find(''), [])
})
