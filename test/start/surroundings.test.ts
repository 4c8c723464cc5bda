import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pantau } from '../backup/pantau.ts'
import { ADMIN_PASSWORD, aProject, logIn, type Service, startService } from '../processes/service.ts'
import { openFolder, untilNoProcessIn } from './launch.ts'

// The whole service, in places where software often fails.
const ODD_NAME = "data Pengguna é 日本 'kutip' $HOME %20 & co"
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

async function addMention(service: Service): Promise<void> {
  const client = await logIn(() => service.base)
  const { body } = await client.request('POST', '/api/project', aProject('banjir'))
  const rows = [{ platform: 'twitter', id: '1', text: 'banjir', published_at: '2026-06-01T00:00:00Z' }]
  assert.equal((await client.load(`/api/import?keywordId=${body.data.id}`, rows)).body.new, 1)
}

async function countMentions(service: Service): Promise<number> {
  const client = await logIn(() => service.base)
  const { body } = await client.request('GET', '/api/project')
  return (await client.request('GET', `/api/mentions?keywordId=${body.data[0].id}`)).body.total
}

async function stop(t: TestContext, service: Service, dataDir: string): Promise<void> {
  assert.equal(await service.end('SIGTERM'), 0)
  assert.equal(await untilNoProcessIn(dataDir), true)
  t.diagnostic(`${dataDir}: stopped`)
}

test('a data folder with spaces, quotes and letters of other scripts: start, back up beside it, restore, start again', async (t) => {
  const folder = openFolder(t)
  const dataDir = join(folder, ODD_NAME, 'data')
  const service = await startService('start', { env: { PANTAU_DATA_DIR: dataDir } })
  await addMention(service)
  const file = join(folder, `${ODD_NAME}.gz`)
  const env = { DATABASE_URL: '', PANTAU_ADMIN_PASSWORD: ADMIN_PASSWORD }
  const written = await pantau(['backup', file], { ...env, PANTAU_DATA_DIR: dataDir })
  assert.equal(written.status, 0, written.printed)
  await stop(t, service, dataDir)
  const copy = join(folder, `copy of ${ODD_NAME}`)
  const restored = await pantau(['restore', file], { ...env, PANTAU_DATA_DIR: copy })
  assert.equal(restored.status, 0, restored.printed)
  for (const place of [dataDir, copy]) {
    const again = await startService('start', { env: { PANTAU_DATA_DIR: place } })
    assert.equal(await countMentions(again), 1)
    await stop(t, again, place)
  }
})

const canBecome = isRoot && spawnSync('setpriv', ['--version']).status === 0
const needsUser = isRoot && !canBecome ? 'root cannot become an ordinary user without setpriv' : false

test('an ordinary user runs the whole service', { skip: needsUser }, async (t) => {
  const own = join(openFolder(t), 'own')
  mkdirSync(own)
  if (isRoot) chownSync(own, NOBODY.uid, NOBODY.gid)
  const dataDir = join(own, 'data')
  const become = ['setpriv', `--reuid=${NOBODY.uid}`, `--regid=${NOBODY.gid}`, '--clear-groups', '--no-new-privs']
  const service = await startService('start', {
    env: { PANTAU_DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(own, 'compiled') },
    ...(isRoot ? { wrapper: become } : {}),
  })
  const uid = isRoot ? NOBODY.uid : process.getuid?.()
  assert.equal(statSync(join(dataDir, 'postgres')).uid, uid)
  assert.match(readFileSync(`/proc/${service.pid}/status`, 'utf8'), new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm'))
  await addMention(service)
  assert.equal(await countMentions(service), 1)
  await stop(t, service, dataDir)
})

// A disk that only the service sees, in a mount namespace. Mounting needs permission.
const NAMESPACE = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c']
const canMount =
  spawnSync(NAMESPACE[0] as string, [...NAMESPACE.slice(1), 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' })
    .status === 0

test('a read-only disk is named in one line, and the data is there once it can be written again', {
  skip: canMount ? false : 'this machine does not allow mounting',
}, async (t) => {
  const folder = openFolder(t)
  const dataDir = join(folder, 'disk', 'data')
  const service = await startService('start', { env: { PANTAU_DATA_DIR: dataDir } })
  await addMention(service)
  await stop(t, service, dataDir)
  const disk = join(folder, 'disk')
  const readOnly = `mount --bind "${disk}" "${disk}" && mount -o remount,bind,ro "${disk}" && exec "$0" "$@"`
  const main = new URL('../../src/main.ts', import.meta.url).pathname
  for (const args of [['start'], ['backup', join(folder, 'file.gz')], ['backup', join(disk, 'file.gz')]]) {
    const { status, stderr } = spawnSync(
      'unshare',
      [...NAMESPACE.slice(1), readOnly, process.execPath, main, ...args],
      {
        env: { ...process.env, DATABASE_URL: '', PORT: '0', PANTAU_DATA_DIR: dataDir },
        encoding: 'utf8',
      },
    )
    assert.equal(status, 1, stderr)
    assert.match(stderr, /^PANTAU_DATA_DIR: the folder \S+ cannot be used: the disk is read-only\. .*\n$/)
    assert.equal(existsSync(join(folder, 'file.gz')), false)
  }
  const again = await startService('start', { env: { PANTAU_DATA_DIR: dataDir } })
  assert.equal(await countMentions(again), 1)
  await stop(t, again, dataDir)
})
