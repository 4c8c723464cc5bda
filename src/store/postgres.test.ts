import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MENDS } from './postgres.ts'

test('every mend of the database client finds its place, exactly once', () => {
  const entry = fileURLToPath(import.meta.resolve('postgres'))
  let source = readFileSync(entry.replace(/index\.js$/, 'connection.js'), 'utf8')
  for (const { found, instead } of MENDS) {
    assert.equal(source.match(new RegExp(found, 'g'))?.length, 1, found.source)
    source = source.replace(found, instead)
  }
})
