import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES_MAX, nextAddress } from './feed-alternatives.ts'

const FEED = { address: 'a', alternatives: ['b', 'c'], readAddress: null, goneAddresses: [] }
const FAILED = { state: 'broken', failures: FAILURES_MAX, isGone: false } as const

test('an address is kept until it fails several times in a row', () => {
  const { isSwitched } = nextAddress(FEED, { ...FAILED, failures: FAILURES_MAX - 1 })
  assert.equal(isSwitched, false)
  assert.equal(nextAddress(FEED, FAILED).readAddress, 'b')
})

test('addresses are tried in order and round again', () => {
  assert.equal(nextAddress({ ...FEED, readAddress: 'b' }, FAILED).readAddress, 'c')
  const back = nextAddress({ ...FEED, readAddress: 'c' }, FAILED)
  assert.deepEqual([back.readAddress, back.isSwitched], [null, true])
})

test('an address that is silent or empty is left too, one that works is kept', () => {
  for (const state of ['stale', 'empty'] as const) {
    assert.equal(nextAddress(FEED, { state, failures: 0, isGone: false }).readAddress, 'b', state)
  }
  assert.equal(nextAddress(FEED, { state: 'ok', failures: 0, isGone: false }).isSwitched, false)
})

test('an address that is gone is never tried again; without another one the feed stays', () => {
  const gone = { ...FAILED, failures: 1, isGone: true }
  const first = nextAddress(FEED, gone)
  assert.deepEqual(first, { readAddress: 'b', goneAddresses: ['a'], isSwitched: true })
  const second = nextAddress({ ...FEED, ...first }, gone)
  assert.deepEqual(second, { readAddress: 'c', goneAddresses: ['a', 'b'], isSwitched: true })
  assert.equal(nextAddress({ ...FEED, ...second }, FAILED).isSwitched, false)
  assert.deepEqual(nextAddress({ ...FEED, ...second }, gone), {
    readAddress: 'c',
    goneAddresses: ['a', 'b', 'c'],
    isSwitched: false,
  })
  assert.equal(nextAddress({ ...FEED, alternatives: [] }, FAILED).isSwitched, false)
})
