import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fillProject } from '../fill.ts'
import { createRandom } from '../measure.ts'
import { openStage, type Scene } from '../stage.ts'
import { openTraffic, type Traffic } from './traffic.ts'

const MENTIONS = 100_000
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

export interface Served {
  readonly scene: Scene
  readonly service: ChildProcess
  readonly traffic: Traffic
}

// The service is a process of its own, on a server with the settings of a real one; the traffic comes from here.
export async function withService(requestsMax: string | undefined, work: (served: Served) => Promise<void>) {
  const stage = await openStage()
  const scene = await stage.database('load')
  await fillProject(scene, { mentions: MENTIONS })
  const { base, service } = await startService(scene, requestsMax)
  const traffic = openTraffic(base, scene, MENTIONS, createRandom(1))
  try {
    await work({ scene, service, traffic })
  } finally {
    traffic.close()
    service.kill('SIGTERM')
    await once(service, 'exit')
    await stage.close()
  }
}

async function startService(scene: Scene, requestsMax: string | undefined) {
  const env = { ...process.env, DATABASE_URL: scene.url, PORT: '0', PANTAU_ADMIN_PASSWORD: 'unused here' }
  const service: ChildProcess = spawn(process.execPath, [MAIN, 'serve'], {
    env: requestsMax === undefined ? env : { ...env, PANTAU_REQUESTS_MAX: requestsMax },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: service.stdout as Readable })) {
    const base = /Pantau is at (\S+)/.exec(line)?.[1]
    if (base !== undefined) return { base, service }
  }
  throw new Error('The service did not start.')
}
