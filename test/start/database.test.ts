import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { onServer, testDatabase } from '../setup.ts'

test('two test databases are migrated and do not see each other', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  try {
    await onServer(one.url, (sql) => sql`create table only_here (id int)`)
    assert.equal(await countTables(one.url, 'only_here'), 1)
    assert.equal(await countTables(two.url, 'only_here'), 0)
    assert.equal(await countTables(two.url, 'mention'), 1)
  } finally {
    await Promise.all([one.drop(), two.drop()])
  }
})

test('a dropped test database is gone even while somebody is connected', async () => {
  const database = await testDatabase()
  const sql = postgres(database.url, { max: 1, onclose: () => {} })
  await sql`select 1`
  await database.drop()
  await assert.rejects(sql`select 1`)
  await sql.end()
})

async function countTables(url: string, name: string): Promise<number> {
  let count = -1
  await onServer(url, async (sql) => {
    count = (await sql`select from pg_tables where schemaname = 'public' and tablename = ${name}`).length
  })
  return count
}
