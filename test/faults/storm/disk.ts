import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../processes/until.ts'

// The data folder on a small disk, which can be filled and freed while everything on it is killed. It is a memory disk that only the
// processes of the storm see: a sleeping process holds its mount namespace, so that it outlives them. That requires permission to mount.
export interface SmallDisk {
  readonly dataDir: string
  // The command to run a process with that shall see the disk.
  readonly wrapper: readonly string[]
  // The data folder, for a process that does not.
  readonly fromOutside: string
  readonly canBeFilled: boolean
  fill(): void
  free(): void
  remove(): void
}

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-storm-'))
  chmodSync(folder, 0o711)
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0711 tmpfs ${disk}`
  const holder = canMount(mount) ? hold(`${mount} && exec sleep infinity`) : null
  const remove = () => {
    process.off('exit', remove)
    holder?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', remove)
  const dataDir = join(disk, 'data')
  if (holder === null) {
    const nothing = () => {}
    return { dataDir, wrapper: [], fromOutside: dataDir, canBeFilled: false, fill: nothing, free: nothing, remove }
  }
  const { pid } = holder
  await until('the disk is mounted', async () => readFileSync(`/proc/${pid}/mounts`, 'utf8').includes(disk))
  const outside = join(`/proc/${pid}/root`, disk)
  const filler = join(outside, 'filler')
  return {
    dataDir,
    wrapper: ['nsenter', '--target', String(pid), '--mount'],
    fromOutside: join(outside, 'data'),
    canBeFilled: true,
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' }),
    free: () => rmSync(filler, { force: true }),
    remove,
  }
}

const UNSHARED = ['--mount', '--propagation', 'private', 'sh', '-c'] as const

function canMount(mount: string): boolean {
  return process.platform === 'linux' && spawnSync('unshare', [...UNSHARED, mount]).status === 0
}

function hold(script: string): ChildProcess {
  return spawn('unshare', [...UNSHARED, script], { stdio: 'ignore' })
}
