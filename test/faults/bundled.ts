import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../../src/postgres/bundled.ts'
import { findHome } from '../../src/postgres/home.ts'

// A bundled server of the test's own, to be killed and stopped. It keeps what it confirmed, as the real one does.
export interface Bundled {
  readonly url: string
  // What its keeper said about it.
  readonly told: readonly string[]
  kill(): void
  stop(): Promise<void>
  startAgain(): Promise<void>
  remove(): Promise<void>
}

export async function openBundled(): Promise<Bundled> {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-faults-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const told: string[] = []
  const tell = (line: string) => void told.push(line)
  const log = { info: tell, warn: tell, error: tell }
  const start = () => startEmbedded({ dataDir, log, settings: { shared_buffers: '64MB', max_connections: '100' } })
  let server: Embedded = await start()
  const { url } = server
  return {
    url,
    told,
    kill: () => process.kill(pidOf(dataDir), 'SIGKILL'),
    stop: () => server.stop(),
    async startAgain() {
      server = await start()
    },
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function pidOf(dataDir: string): number {
  return Number(readFileSync(join(findHome(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}
