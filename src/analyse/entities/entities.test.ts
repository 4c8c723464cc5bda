import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openEntityFinder } from './entities.ts'
import { openGazetteer } from './gazetteer.ts'
import { entityName } from './names.ts'

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
] as const)
  test(`"${text}" names ${entity}`, () => assert.ok(has(text, entity), finder.find(text).join(', ')))

for (const [text, entity] of [
  ['nasib malang menimpa pedagang itu', 'place:malang'],
  ['Malang benar nasibnya', 'place:malang'],
  ['dia duduk di batu besar', 'place:batu'],
  ['tinggal di puncak gunung', 'place:puncak'],
  ['Banjir di Bandung Barat belum surut', 'place:bandung'],
  ['kami akan serang balik', 'place:serang'],
] as const)
  test(`"${text}" does not name ${entity}`, () => assert.ok(!has(text, entity), finder.find(text).join(', ')))

test('an entity is shown by its official name, or with capitals', () => {
  assert.equal(entityName('organisation:komisi pemberantasan korupsi'), 'Komisi Pemberantasan Korupsi')
  assert.equal(entityName('province:96'), 'Papua Barat Daya')
  assert.equal(entityName('organisation:pt maju jaya'), 'PT Maju Jaya')
})

test('a text without names, and one of only signs, names nothing', () => {
  assert.deepEqual(finder.find('hari ini panas sekali'), [])
  assert.deepEqual(finder.find('... !!! 😀'), [])
  assert.deepEqual(finder.find(''), [])
})
