import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Counts, compareCounts, leastOf } from '../bench/guard/compare.ts'

const BENCH = join(import.meta.dirname, '..', 'bench', 'run.ts')
const counts: Counts = { statements: 3, rows: 22, buffers: 120, wal: 0, allocatedKb: 900 }

test('no reading and no storing takes a tenth more statements, rows, pages, log or memory than stored', async () => {
  const { failed, output } = await runGuard()
  assert.ok(!failed, `${output}\nWhere more is meant, store it: npm run bench -- guard --write`)
})

test('a statement more in each request is reported as growth', () => {
  const { grown } = compareCounts({ page: counts }, { page: { ...counts, statements: 4 } })
  assert.deepEqual(grown, ['page: statements 3 -> 4'])
})

test('growth within a tenth, and a page more in a small request, are not reported', () => {
  const small = { ...counts, buffers: 9 }
  const { grown } = compareCounts(
    { page: counts, small },
    { page: { ...counts, buffers: 131 }, small: { ...small, buffers: 12 } },
  )
  assert.deepEqual(grown, [])
})

test('what grew in one of two measurements is not growth', () => {
  const busy = { page: { ...counts, allocatedKb: 1_900 }, other: counts }
  assert.deepEqual(leastOf(busy, { page: counts, other: { ...counts, wal: 700 } }), { page: counts, other: counts })
})

test('what fell by more than a tenth, is new or is gone is a hint to store it', () => {
  const { grown, hints } = compareCounts(
    { page: counts, old: counts },
    { page: { ...counts, rows: 11 }, other: counts },
  )
  assert.deepEqual(grown, [])
  assert.deepEqual(hints, ['page: rows 22 -> 11', 'other: not stored yet', 'old: no longer measured'])
})

function runGuard(): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BENCH, 'guard'], (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: `${stdout}${stderr}` })
    })
  })
}
