import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_CERTAINTIES } from '../../domain/feed.ts'
import { refusalOf } from '../http/guard.ts'
import { domainOf } from './entry.ts'
import { OUTLETS } from './outlets.ts'

const PROVINCES = [
  ...['Aceh', 'Sumatera Utara', 'Sumatera Barat', 'Riau', 'Kepulauan Riau', 'Jambi', 'Sumatera Selatan', 'Bengkulu'],
  ...['Kepulauan Bangka Belitung', 'Lampung', 'DKI Jakarta', 'Banten', 'Jawa Barat', 'Jawa Tengah', 'DI Yogyakarta'],
  ...['Jawa Timur', 'Bali', 'Nusa Tenggara Barat', 'Nusa Tenggara Timur', 'Kalimantan Barat', 'Kalimantan Tengah'],
  ...['Kalimantan Selatan', 'Kalimantan Timur', 'Kalimantan Utara', 'Sulawesi Utara', 'Sulawesi Tengah', 'Gorontalo'],
  ...['Sulawesi Selatan', 'Sulawesi Tenggara', 'Sulawesi Barat', 'Maluku', 'Maluku Utara', 'Papua', 'Papua Barat'],
  ...['Papua Barat Daya', 'Papua Tengah', 'Papua Selatan', 'Papua Pegunungan'],
]
// The public lists that were found name no outlet of their own for these; outlets of Jayapura report on them.
const WITHOUT_OUTLET = ['Papua Selatan', 'Papua Pegunungan']

test('every shipped outlet says who it is, where its address was learnt and how sure it is, and the guard allows its addresses', () => {
  for (const { name, feed, family, region, learnt, certainty, alternatives } of OUTLETS) {
    assert.ok(name !== '' && family !== '' && learnt !== '', name)
    assert.ok([...PROVINCES, 'nasional', 'internasional', 'Jabodetabek'].includes(region), `${name}: ${region}`)
    assert.ok(FEED_CERTAINTIES.includes(certainty), name)
    for (const address of [feed, ...alternatives]) {
      assert.equal(new URL(address).protocol, 'https:', address)
      assert.equal(refusalOf(new URL(address), { open: false }), null, address)
    }
  }
})

test('no address and no name is listed twice', () => {
  const addresses = OUTLETS.flatMap(({ feed, alternatives }) => [feed, ...alternatives])
  assert.equal(new Set(addresses).size, addresses.length)
  assert.equal(new Set(OUTLETS.map(({ name }) => name)).size, OUTLETS.length)
})

test('at least 120 feeds of at least 70 outlets are shipped, with a local one in every province that has a known one', () => {
  assert.ok(OUTLETS.length >= 120)
  assert.ok(new Set(OUTLETS.map(({ feed }) => domainOf(feed))).size >= 70)
  const covered = new Set(OUTLETS.map(({ region }) => region))
  assert.equal(PROVINCES.length, 38)
  assert.deepEqual(
    PROVINCES.filter((province) => !covered.has(province)),
    WITHOUT_OUTLET,
  )
})

test('outlets whose addresses are doubtful have alternatives', () => {
  for (const name of ['Liputan6', 'Kontan', 'Sindonews', 'Tribunnews']) {
    assert.ok((OUTLETS.find((outlet) => outlet.name === name)?.alternatives.length ?? 0) > 0, name)
  }
})
