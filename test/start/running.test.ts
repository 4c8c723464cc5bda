import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { borrowEmbedded, findRunning, startEmbedded } from '../../src/postgres/bundled.ts'
import { processesIn } from '../temporary.ts'
import { end, hold, openFolder, quiet, readNotes, stoppedFolder, writeNote } from './launch.ts'

test('a first start creates the database, a second finds its data, and no process outlives either', async (t) => {
  const folder = openFolder(t)
  const dataDir = join(folder, 'deep', 'data')
  for (const round of ['first', 'second']) {
    const server = await startEmbedded({ dataDir, log: quiet, durable: round === 'second' })
    await writeNote(server.url, round)
    await server.stop()
    assert.deepEqual(processesIn(folder), [])
  }
  const server = await startEmbedded({ dataDir, log: quiet })
  assert.deepEqual(await readNotes(server.url), ['first', 'second'])
  assert.equal(statSync(join(dataDir, 'postgres.password')).mode & 0o777, 0o600)
  assert.equal(new URL(server.url).hostname, '127.0.0.1')
  await Promise.all([server.stop(), server.stop()])
  assert.equal(existsSync(join(dataDir, 'instance.lock')), false)
})

test('a data folder in use is refused with the process that uses it, and is free again afterwards', async (t) => {
  const dataDir = join(openFolder(t), 'data')
  const all = await Promise.all([hold(t, dataDir), hold(t, dataDir), hold(t, dataDir)])
  const [winner, ...others] = all.filter((held) => held.result.startsWith('postgres://'))
  assert.ok(winner !== undefined && others.length === 0)
  for (const loser of all.filter((held) => held !== winner)) {
    assert.match(
      loser.result,
      new RegExp(`refused: Another Pantau \\(process ${winner.process.pid}\\).*PANTAU_DATA_DIR`),
    )
  }
  const waiting = startEmbedded({ dataDir, log: quiet, waitMs: 30_000 })
  winner.process.kill('SIGTERM')
  await (await waiting).stop()
})

test('two data folders run side by side', async (t) => {
  const [one, two] = await Promise.all([hold(t, await stoppedFolder(t)), hold(t, await stoppedFolder(t))])
  await writeNote(one.result, 'one')
  await writeNote(two.result, 'two')
  assert.deepEqual(await readNotes(one.result), ['kept', 'one'])
})

test('a command uses a running server without stopping it, and starts its own where none runs', async (t) => {
  assert.equal(await findRunning(join(openFolder(t), 'none yet')), null)
  const dataDir = await stoppedFolder(t)
  assert.equal(await findRunning(dataDir), null)
  const held = await hold(t, dataDir)
  assert.deepEqual(await findRunning(dataDir), { url: held.result })
  const borrowed = await borrowEmbedded({ dataDir, log: quiet })
  await writeNote(borrowed.url, 'beside')
  await borrowed.stop()
  assert.deepEqual(await readNotes(held.result), ['beside', 'kept'])

  await end(held.process, 'SIGTERM')
  const alone = await borrowEmbedded({ dataDir, log: quiet })
  assert.deepEqual(await readNotes(alone.url), ['beside', 'kept'])
  await alone.stop()
  assert.equal(await findRunning(dataDir), null)
  assert.deepEqual(processesIn(dataDir), [])
})
