import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '../../src/store/db.ts'
import { onServer, testDatabase } from '../setup.ts'

test('two test databases are migrated and do not see each other', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  try {
    await onServer(one.url, (db) => db`create table only_here (id int)`)
    assert.equal(await countTables(one.url, 'only_here'), 1)
    assert.equal(await countTables(two.url, 'only_here'), 0)
    assert.equal(await countTables(two.url, 'mention'), 1)
  } finally {
    await Promise.all([one.drop(), two.drop()])
  }
})

test('a test database can be dropped while a client is connected', async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, { max: 1 })
  await pool`select 1`
  await database.drop()
  await assert.rejects(pool`select 1`)
  await pool.end()
})

async function countTables(url: string, name: string): Promise<number> {
  let count = -1
  await onServer(url, async (db) => {
    count = (await db`select from pg_tables where schemaname = 'public' and tablename = ${name}`).length
  })
  return count
}
