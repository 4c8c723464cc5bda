import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../../src/postgres/bundled.ts'
import { findHome } from '../../src/postgres/home.ts'

// A bundled server for one test, to be killed and stopped. It is durable, like the real one.
export interface Bundled {
  readonly url: string
  // What its supervisor logged.
  readonly logLines: readonly string[]
  kill(): void
  stop(): Promise<void>
  restart(): Promise<void>
  remove(): Promise<void>
}

export async function openBundled(): Promise<Bundled> {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-faults-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const logLines: string[] = []
  const record = (line: string) => void logLines.push(line)
  const log = { info: record, warn: record, error: record }
  const start = () => startEmbedded({ dataDir, log, settings: { shared_buffers: '64MB', max_connections: '100' } })
  let server: Embedded = await start()
  const { url } = server
  return {
    url,
    logLines,
    kill: () => process.kill(pidOf(dataDir), 'SIGKILL'),
    stop: () => server.stop(),
    async restart() {
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
