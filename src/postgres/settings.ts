import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const SHARED_MEMORY_MIN = 256 * MEGABYTE

export interface ServerSettings {
  readonly port: number
  /** False only for data that may be lost, as in tests: nothing is synced to disk. */
  readonly durable: boolean
  readonly settings: Readonly<Record<string, string>>
}

// The text of the server's settings file. `alter system` still overrides it, and must not be used for the port: `startServer`
// returns the port written here.
export function serverSettings({ port, durable, settings }: ServerSettings): string {
  const all = { ...sizedSettings(memoryBytes()), ...fixedSettings(), ...(durable ? {} : unsafeSettings), ...settings }
  const lines = Object.entries({ ...all, port: String(port) }).map(([name, value]) => `${name} = '${value}'`)
  return `# Written by Pantau at every start. For permanent changes, use alter system set … in the database.\n${lines.join('\n')}\n`
}

// Deliberately modest: Node, the page cache and often a browser share the machine.
export function sizedSettings(memory: number): Record<string, string> {
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
    // A socket path is limited to 107 bytes, which a deep folder exceeds, and no client needs a socket.
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

const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

// In a container with a memory limit, the machine's total is not available to us.
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

// Containers often have 64 MB of it, and a parallel query fails when it needs more.
function hasSmallSharedMemory(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks < SHARED_MEMORY_MIN
  } catch {
    return false
  }
}
