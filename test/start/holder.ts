// Runs the bundled server on a data folder until it is stopped, as `pantau start` does.
import { type Embedded, startEmbedded } from '../../src/postgres/bundled.ts'

const [dataDir = '', shared = '', durability = 'durable'] = process.argv.slice(2)
const print = (message: string) => console.error(message)

try {
  const server = await startEmbedded({
    dataDir,
    // Shared memory of a killed server that is never restarted would leak; files in its folder are removed with the folder.
    settings: { dynamic_shared_memory_type: 'mmap' },
    durable: durability === 'durable',
    log: { info: print, warn: print, error: print },
    ...(shared === '' ? {} : { sharedFolders: [shared] }),
  })
  console.log(server.url)
  waitForStop(server)
} catch (error) {
  console.log(`refused: ${(error as Error).message}`)
}

// The pipe to the test that started this process closes with the test, whatever its outcome.
function waitForStop(server: Embedded): void {
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
  process.once('SIGTERM', async () => {
    await server.stop()
    process.stdin.destroy()
  })
}
