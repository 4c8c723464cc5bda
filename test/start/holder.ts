// A process that holds the bundled server on a data folder until it is told to stop, as `pantau start` does.
import { type Embedded, startEmbedded } from '../../src/postgres/bundled.ts'

const [dataDir = '', shared = '', care = 'durable'] = process.argv.slice(2)
const say = (message: string) => console.error(message)

try {
  const server = await startEmbedded({
    dataDir,
    // Shared memory of a server that is killed and never started again would stay; in its folder it goes with the folder.
    settings: { dynamic_shared_memory_type: 'mmap' },
    durable: care === 'durable',
    log: { info: say, warn: say, error: say },
    ...(shared === '' ? {} : { sharedFolders: [shared] }),
  })
  console.log(server.url)
  waitForStop(server)
} catch (error) {
  console.log(`refused: ${(error as Error).message}`)
}

// The pipe to the test that started this process closes with the test, however it ends.
function waitForStop(server: Embedded): void {
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
  process.once('SIGTERM', async () => {
    await server.stop()
    process.stdin.destroy()
  })
}
