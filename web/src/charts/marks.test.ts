import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupMarks, type Mark } from './marks.ts'

const RANGE = { from: 0, to: 100 }

function mark(id: string, at: number, fields: Partial<Mark> = {}): Mark {
  return { id, at, open: false, size: 1, label: id, ...fields }
}

function idsOf(marks: readonly Mark[], widthPx: number): string[] {
  return groupMarks(marks, RANGE, widthPx).map((group) => group.marks.map(({ id }) => id).join(' '))
}

test('marks stand in the order of time, and those outside the range are left out', () => {
  assert.deepEqual(idsOf([mark('late', 90), mark('before', -1), mark('early', 10), mark('after', 101)], 1_000), [
    'early',
    'late',
  ])
})

test('marks that would overlap are one, which opens the largest, or one that is still open', () => {
  const marks = [mark('small', 10, { size: 2 }), mark('large', 11, { size: 9 }), mark('far', 80)]
  assert.deepEqual(idsOf(marks, 200), ['large small', 'far'])
  assert.deepEqual(idsOf([...marks, mark('open', 12, { open: true })], 200), ['open large small', 'far'])
})

test('a wider chart shows them apart', () => {
  assert.deepEqual(idsOf([mark('a', 10), mark('b', 20)], 100), ['a b'])
  assert.deepEqual(idsOf([mark('a', 10), mark('b', 20)], 1_000), ['a', 'b'])
})
