import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../src/postgres/bundled.ts'
import { explainFailure } from '../../src/postgres/cluster.ts'
import { findHome } from '../../src/postgres/home.ts'
import { processesIn } from '../temporary.ts'
import {
  end,
  hold,
  openFolder,
  quiet,
  readNotes,
  serverPid,
  stoppedFolder,
  untilNoProcessIn,
  writeNote,
} from './launch.ts'

test('after kill -9 of Pantau the next start works, and keeps what was written', async (t) => {
  const dataDir = await stoppedFolder(t)
  const first = await hold(t, dataDir, { durable: true })
  await writeNote(first.result, 'new')
  await end(first.process, 'SIGKILL')
  assert.deepEqual(await notesOfNextStart(dataDir), ['kept', 'new'])
})

test('after kill -9 of Pantau and of the server the next start works, and keeps what was written', async (t) => {
  const dataDir = await stoppedFolder(t)
  const first = await hold(t, dataDir, { durable: true })
  await writeNote(first.result, 'new')
  process.kill(serverPid(join(dataDir, 'postgres')), 'SIGKILL')
  await end(first.process, 'SIGKILL')
  assert.deepEqual(await notesOfNextStart(dataDir), ['kept', 'new'])
})

const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0

test('the server stops when its Pantau is killed', { skip: hasSetpriv ? false : 'needs setpriv' }, async (t) => {
  const dataDir = await stoppedFolder(t)
  const first = await hold(t, dataDir)
  assert.notDeepEqual(processesIn(dataDir), [])
  await end(first.process, 'SIGKILL')
  assert.equal(await untilNoProcessIn(dataDir), true)
})

test('a killed server is restarted at the same address while Pantau runs', async (t) => {
  const dataDir = await stoppedFolder(t)
  const held = await hold(t, dataDir, { durable: true })
  await writeNote(held.result, 'new')
  process.kill(serverPid(join(dataDir, 'postgres')), 'SIGKILL')
  assert.deepEqual(await eventually(() => readNotes(held.result)), ['kept', 'new'])
})

test('a pid file that is empty, stale or names an unrelated process does not prevent a start', async (t) => {
  const dataDir = await stoppedFolder(t)
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  for (const content of ['', 'rubbish', '4194303\n', `${process.pid}\n${join(dataDir, 'postgres')}\n`]) {
    writeFileSync(file, content)
    assert.deepEqual(await notesOfNextStart(dataDir), ['kept'])
  }
})

test('a port that another process has taken is replaced', async (t) => {
  const dataDir = await stoppedFolder(t)
  const port = Number(readFileSync(join(dataDir, 'postgres.port'), 'utf8'))
  // Another process may already have it, which is just as well.
  const squatter = createServer()
    .on('error', () => {})
    .listen(port, '127.0.0.1')
  t.after(() => squatter.close())
  const server = await startEmbedded({ dataDir, log: quiet })
  assert.notEqual(Number(new URL(server.url).port), port)
  await server.stop()
})

test('a lost password is replaced', async (t) => {
  const dataDir = await stoppedFolder(t)
  rmSync(join(dataDir, 'postgres.password'))
  assert.deepEqual(await notesOfNextStart(dataDir), ['kept'])
})

test('a partly created database is created again, and the data of another version is refused and left unchanged', async (t) => {
  const dataDir = await stoppedFolder(t)
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(startEmbedded({ dataDir, log: quiet }), /written by PostgreSQL 17.*brings PostgreSQL \d+/)
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  assert.deepEqual(await notesOfNextStart(dataDir), ['kept'])
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.new-1'))
  const server = await startEmbedded({ dataDir, log: quiet, durable: false })
  await server.stop()
  assert.equal(existsSync(join(dataDir, 'postgres.new-1')), false)
})

test('a full disk and missing memory are explained in plain words', (t) => {
  const home = findHome(openFolder(t))
  assert.match(explainFailure('FATAL: could not write lock file: No space left on device', home), /disk.*is full/)
  assert.match(explainFailure('FATAL: could not map anonymous shared memory: Cannot allocate memory', home), /memory/)
  assert.match(explainFailure('FATAL: something new', home), /postgres\.log.*something new/s)
})

async function notesOfNextStart(dataDir: string): Promise<string[]> {
  const server = await startEmbedded({ dataDir, log: quiet, durable: false })
  try {
    return await readNotes(server.url)
  } finally {
    await server.stop()
  }
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await work()
    } catch {
      await sleep(100)
    }
  }
  return work()
}
