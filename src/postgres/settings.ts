import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const SHARED_MEMORY_MIN = 256 * MEGABYTE

export interface ServerSettings {
  readonly port: number
  /** False only for data that may be lost, as in tests: nothing waits for the disk. */
  readonly durable: boolean
  readonly settings: Readonly<Record<string, string>>
}

// The text of the server's settings file. `alter system` of an administrator still wins over it, except for the port.
export function serverSettings({ port, durable, settings }: ServerSettings): string {
  const all = { ...sizedSettings(memoryBytes()), ...fixedSettings(), ...(durable ? {} : carelessSettings), ...settings }
  const lines = Object.entries({ ...all, port: String(port) }).map(([name, value]) => `${name} = '${value}'`)
  return `# Written by Pantau at every start. Lasting changes: alter system set … in the database.\n${lines.join('\n')}\n`
}

// Modest on purpose: Node, the page cache and often a browser share the machine.
function sizedSettings(memory: number): Record<string, string> {
  const megabytes = Math.floor(memory / MEGABYTE)
  return {
    shared_buffers: `${Math.min(1024, Math.max(64, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    maintenance_work_mem: `${Math.min(256, Math.max(32, Math.floor(megabytes / 32)))}MB`,
    work_mem: '8MB',
  }
}

function fixedSettings(): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    // A socket's path may have 107 bytes, which a deep folder exceeds; nobody needs one.
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    jit: 'off',
    random_page_cost: '1.1',
    max_wal_size: '2GB',
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(hasSmallSharedMemory() ? { dynamic_shared_memory_type: 'mmap' } : {}),
  }
}

const carelessSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

// Under a container's limit the machine's memory is not ours.
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

// Containers often have 64 MB there, and a parallel query fails when it wants more.
function hasSmallSharedMemory(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks < SHARED_MEMORY_MIN
  } catch {
    return false
  }
}
