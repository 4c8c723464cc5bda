import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireAlert } from '../../../../src/api/wire/alert.ts'
import { NO_FILTER } from '../../filter/filter.ts'
import { alertOf, type Draft, draftOf, emptyDraft, fieldOfError, filterOf, ruleOf } from './draft.ts'

const EMPTY = emptyDraft(NO_FILTER, 'Asia/Jakarta')
const NAMED = { relevance: 'subject', entity: 'place:bandung' } as const

const RULES: readonly WireAlert['rule'][] = [
  { kind: 'spike', sensitivity: 'high', min: 25 },
  { kind: 'volume', count: 40, minutes: 30 },
  { kind: 'negative', share: 0.29, minutes: 60, min: 12 },
  { kind: 'story', copies: 50, minutes: 10_080 },
  { kind: 'mention', everyMinutes: 15 },
  { kind: 'silence', hours: 12, source: 'news' },
  { kind: 'quota', below: 500, days: 3 },
]

test('a rule of any kind that is opened and saved without a change stays as it was', () => {
  for (const rule of RULES) {
    const alert: WireAlert = {
      id: 'a',
      keywordId: 'p',
      name: 'Rule',
      rule,
      filter:
        rule.kind === 'volume'
          ? { sentimen: -1, sosmedId: 'twitter,news', language: 'id', ...NAMED, author: 'ani', tag: 'krisis', q: 'air' }
          : {},
      channels: ['c'],
      quiet: { from: '21:00', to: '05:30', timeZone: 'Asia/Jayapura', exceptAbove: 4.5 },
      cooldownMinutes: 90,
      enabled: false,
      created_at: '2026-11-01T00:00:00Z',
    }
    const { id: _, created_at: __, ...fields } = alert
    assert.deepEqual(alertOf(draftOf(alert, EMPTY), 'p'), fields)
  }
})

test('an empty number is left out, so that the API names it; text that is no number is sent as nothing', () => {
  const typed = (count: string): Draft => ({
    ...EMPTY,
    kind: 'volume',
    numbers: { ...EMPTY.numbers, volume: { count, minutes: '60' } },
  })
  assert.deepEqual(ruleOf(typed(' ')), { kind: 'volume', minutes: 60 })
  assert.equal(JSON.stringify(ruleOf(typed('x'))), '{"kind":"volume","count":null,"minutes":60}')
})

test('a rule only has the filters that it applies', () => {
  const filter = { ...EMPTY.filter, sources: ['news'] as const, q: ' pompa ', author: 'ani', language: 'id', ...NAMED }
  const of = (kind: Draft['kind']): object => filterOf({ ...EMPTY, kind, filter })
  assert.deepEqual(of('spike'), { sosmedId: 'news', q: 'pompa', author: 'ani', language: 'id', ...NAMED })
  assert.deepEqual(of('story'), { sosmedId: 'news' })
  assert.deepEqual(of('quota'), {})
})

test('an error of the API is shown at the field that it names', () => {
  const cases = [
    ['rule.count must be >= 1.', 'count'],
    ['rule.count is required in the rule of kind "volume".', 'count'],
    ['rule must have authors or copies.', 'authors'],
    ['quiet.timeZone: "Mars" is not a time zone.', 'quiet.timeZone'],
    ['name must NOT have fewer than 1 characters.', 'name'],
    ['q must not be only exclusions.', 'q'],
    ['channels: no channel has the id "x".', 'channels'],
    ['Something failed on our side.', null],
  ] as const
  for (const [message, field] of cases) assert.equal(fieldOfError(message), field, message)
})
