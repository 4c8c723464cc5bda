import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { lockHolder, takeLock } from '../../src/postgres/lock.ts'
import { openFolder } from './launch.ts'

test('a lock has one holder at a time, names it, and leaves nothing behind', async (t) => {
  const path = lockPath(t)
  const first = await takeLock(path)
  assert.ok(first.taken)
  assert.equal(lockHolder(path)?.pid, process.pid)
  const second = await takeLock(path)
  assert.deepEqual(second.taken ? null : second.holder?.pid, process.pid)
  first.release()
  assert.equal(lockHolder(path), null)
  assert.deepEqual(readdirSync(join(path, '..')), [])
})

for (const [what, content] of [
  ['an empty file', ''],
  ['half a file', '{"pid": 1'],
  ['the file of a process that is gone', JSON.stringify({ pid: 4_194_303, born: 'x', nonce: 'x' })],
  ['the file of a process whose pid another one has now', JSON.stringify({ pid: process.pid, born: 'x' })],
] as const) {
  test(`${what} does not prevent locking, and only one of many contenders gets the lock`, async (t) => {
    const path = lockPath(t)
    writeFileSync(path, content)
    assert.equal(lockHolder(path), null)
    const locks = await Promise.all(Array.from({ length: 20 }, () => takeLock(path)))
    assert.equal(locks.filter((lock) => lock.taken).length, 1)
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.pid)
    assert.deepEqual(readdirSync(join(path, '..')), ['instance.lock'])
  })
}

test('releasing a lock that another process has taken changes nothing', async (t) => {
  const path = lockPath(t)
  const lock = await takeLock(path)
  assert.ok(lock.taken)
  writeFileSync(path, 'theirs')
  lock.release()
  assert.equal(readFileSync(path, 'utf8'), 'theirs')
})

function lockPath(t: TestContext): string {
  return join(openFolder(t), 'instance.lock')
}
