import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aProject, type Client, logIn, type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'

// The bundled server on a separate disk, which is filled from outside and freed again. The disk is a memory disk that only the
// service sees (a mount namespace), so the machine's own disk is safe. That requires permission to mount.
const DISK_BYTES = 220 * 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'pantau-disk-'))
chmodSync(folder, 0o711)
const disk = join(folder, 'disk')
mkdirSync(disk)
const NAMESPACE = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c']
const mount = `mount -t tmpfs -o size=${DISK_BYTES},mode=0711 tmpfs ${disk}`
const possible =
  process.platform === 'linux' && spawnSync(NAMESPACE[0] as string, [...NAMESPACE.slice(1), mount]).status === 0
const skip = possible ? false : 'this machine does not allow mounting a small disk'

let service: Service
let client: Client
before(async () => {
  if (!possible) return
  service = await startService('start', {
    wrapper: [...NAMESPACE, `${mount} && exec "$0" "$@"`],
    env: { PANTAU_DATA_DIR: join(disk, 'data'), PANTAU_WORKERS: '1' },
  })
  client = await logIn(() => service.base)
})
after(async () => {
  if (possible) await service.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

// Runs a command in the mount namespace of the service.
function onDisk(command: string): void {
  spawnSync('nsenter', ['--target', String(service.pid), '--mount', 'sh', '-c', command])
}

function recount() {
  const command = [process.execPath, join(import.meta.dirname, '..', '..', 'src', 'main.ts'), 'recount']
  return spawnSync('nsenter', ['--target', String(service.pid), '--mount', ...command], {
    env: { ...process.env, PANTAU_DATA_DIR: join(disk, 'data'), DATABASE_URL: '' },
    encoding: 'utf8',
  })
}

let serial = 0
const kilobyte = 'kata warga di desa yang terendam sejak pagi tadi '.repeat(20)
async function load(projectId: string): Promise<{ status: number; ids: string[] }> {
  const rows = Array.from({ length: 200 }, () => {
    const id = `post${serial++}`
    const text = `banjir ${id} ${kilobyte} ${serial * 31}`
    return { platform: 'twitter', id, text, published_at: new Date(Date.now() - serial * 1_000).toISOString() }
  })
  const { status } = await client.load(`/api/import?keywordId=${projectId}`, rows).catch(() => ({ status: 0 }))
  return { status, ids: rows.map(({ id }) => id) }
}

test('with a full disk writes are refused, and once it is freed the service recovers by itself', { skip }, async () => {
  const { body } = await client.request('POST', '/api/project', aProject('banjir'))
  const id = body.data.id as string
  let stored = 0
  assert.equal((await load(id)).status, 200)
  stored += 200

  onDisk(`dd if=/dev/zero of=${disk}/filler bs=1M 2>/dev/null`)
  let refused = 0
  for (let tries = 0; tries < 60 && refused < 3; tries++) {
    const { status } = await load(id)
    if (status === 200) stored += 200
    else {
      refused++
      assert.ok([0, 500, 503].includes(status), String(status))
      await sleep(300)
    }
  }
  assert.ok(refused > 0, 'the disk was full')
  assert.equal((await client.request('GET', '/healthz')).status, 200, 'the process is alive')

  onDisk(`rm ${disk}/filler`)
  await until('the service is ready again', async () => (await client.request('GET', '/readyz')).status === 200, 90_000)
  const { body: page } = await client.request('GET', `/api/mentions?keywordId=${id}`)
  assert.ok(page.total >= stored, `${page.total} of ${stored} confirmed mentions are left`)
  await until('new posts are stored', async () => (await load(id)).status === 200, 30_000)
  const { body: quota } = await client.request('GET', '/api/user-quota')
  const { body: now } = await client.request('GET', `/api/mentions?keywordId=${id}`)
  assert.equal(quota.kuota, 10_000 - now.total, 'exactly what is stored was charged')
  const { status, stdout, stderr } = recount()
  assert.equal(status, 0, `${stdout}${stderr}`)
  await until('the log says so', async () => /No space left on device|disk that holds/.test(service.log()))
})
