import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueDelivery } from '../store/watching/deliveries.ts'
import { type Choice, type ChoiceInput, choose, HOURLY_MAX } from './choose.ts'

const now = new Date('2026-11-01T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

function due(id: string, fields: Partial<DueDelivery> = {}): DueDelivery {
  return {
    id,
    state: 'waiting',
    type: 'incident.opened',
    attempts: 0,
    held: false,
    alone: false,
    afterEarlier: null,
    ...fields,
  }
}

const full = Array.from({ length: HOURLY_MAX }, (_, index) => minutes(-5 - index))
const sendAlone = (send: string): Choice => ({ send, grouped: [], opensWindow: false })

const CASES: [string, Partial<ChoiceInput>, Choice | null][] = [
  ['nothing is due', { due: [] }, null],
  [
    'the first of several is sent at once and opens a window',
    { due: [due('a'), due('b')] },
    { ...sendAlone('a'), opensWindow: true },
  ],
  [
    'what opens in a window waits for its end',
    { due: [due('a'), due('b')], groupUntil: minutes(4) },
    { hold: ['a', 'b'], until: minutes(4) },
  ],
  [
    'at its end, what waited is one message',
    { due: [due('a', { held: true }), due('b', { held: true }), due('c')], groupUntil: minutes(0) },
    { send: 'a', grouped: ['b'], opensWindow: false },
  ],
  [
    'an update does not wait in a window',
    { due: [due('a', { type: 'incident.updated' })], groupUntil: minutes(4) },
    sendAlone('a'),
  ],
  [
    'an update waits for what it updates',
    { due: [due('a', { type: 'incident.closed', afterEarlier: minutes(3) })] },
    { hold: ['a'], until: minutes(3) },
  ],
  [
    'an hour that is full holds everything about incidents',
    { due: [due('a'), due('b', { type: 'incident.closed' })], sentTimes: full },
    { hold: ['a', 'b'], until: minutes(60 - 4 - HOURLY_MAX) },
  ],
  [
    'a test is sent in a full hour and in a window',
    { due: [due('a'), due('t', { type: 'test' })], sentTimes: full, groupUntil: minutes(4) },
    sendAlone('t'),
  ],
  [
    'a repeated attempt is never grouped',
    { due: [due('a', { attempts: 1 }), due('b', { held: true })], groupUntil: minutes(4) },
    sendAlone('a'),
  ],
  ['what a person sends again goes alone', { due: [due('a', { alone: true })], sentTimes: full }, sendAlone('a')],
  [
    'what a dead worker left behind is repeated',
    { due: [due('a', { state: 'sending', attempts: 1 })] },
    sendAlone('a'),
  ],
  [
    'a webhook gets each message by itself, in order',
    { kind: 'webhook', due: [due('a', { held: true }), due('b')], groupUntil: minutes(4), sentTimes: full },
    sendAlone('a'),
  ],
]

for (const [name, input, expected] of CASES)
  test(name, () => {
    assert.deepEqual(choose({ kind: 'slack', now, groupUntil: null, due: [], sentTimes: [], ...input }), expected)
  })
