import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from '../http/guard.ts'
import { OUTLETS } from './outlets.ts'

test('every shipped outlet has a name, a family, a region and an address that the guard allows', () => {
  assert.ok(OUTLETS.length >= 30)
  for (const { name, feed, family, region } of OUTLETS) {
    assert.ok(name !== '' && family !== '' && region !== '', name)
    assert.equal(new URL(feed).protocol, 'https:')
    assert.equal(refusalOf(new URL(feed), { open: false }), null)
  }
})

test('no outlet is listed twice', () => {
  assert.equal(new Set(OUTLETS.map(({ feed }) => feed)).size, OUTLETS.length)
  assert.equal(new Set(OUTLETS.map(({ name }) => name)).size, OUTLETS.length)
})
