import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLoss, openPool } from '../../src/store/db.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.drop())

const ROUNDS = 60
const open = (max: number, name: string) => openPool(database.url, { max, name })

test('connections that are cut in the middle of transactions leave a pool that works', async () => {
  const pool = open(3, 'victim')
  const cutter = open(1, 'cutter')
  const failures: unknown[] = []
  const committed = new Set<number>()
  try {
    await pool`create table kept (round integer, step integer)`
    const writing = Array.from({ length: ROUNDS }, async (_, round) => {
      await sleep(round * 5)
      const write = pool.begin(async (tx) => {
        for (let step = 0; step < 4; step++) await tx`insert into kept values (${round}, ${step})`
      })
      await write.then(() => committed.add(round)).catch((error) => failures.push(error))
    })
    const cutting = Array.from({ length: ROUNDS / 2 }, async (_, round) => {
      await sleep(round * 10)
      await cutter`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'victim' and datname = current_database() order by random() limit 1`
    })
    await Promise.all([...writing, ...cutting])
    assert.ok(failures.length > 0, 'nothing was cut')
    assert.deepEqual(
      failures.filter((error) => !isConnectionLoss(error)),
      [],
    )
    const left = await Promise.all(Array.from({ length: 9 }, (_, n) => pool`select ${n}::int as n`))
    assert.deepEqual(
      left.map(([row]) => row?.n),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    )
    // A transaction is stored as a whole or not at all. One whose commit was cut off may be stored despite its caller's error.
    const rounds = await pool`select round, count(*)::int as steps from kept group by round`
    assert.ok(
      rounds.every(({ steps }) => steps === 4),
      JSON.stringify(rounds),
    )
    for (const round of committed) assert.ok(rounds.some((row) => row.round === round))
  } finally {
    await Promise.all([pool.end({ timeout: 1 }), cutter.end({ timeout: 1 })])
  }
})
