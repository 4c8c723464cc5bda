import { openClient as openPlainClient } from '../load/client.ts'
import { percentile } from '../measure.ts'
import { DAY_MS } from './posts.ts'
import type { Subject } from './readings.ts'
import type { FrontService } from './service.ts'

// What a second user's `content-count` takes on the clock, and while the first user reads three insights of a year at once.
export interface Felt {
  readonly idle: Times
  readonly busy: Times
}

interface Times {
  readonly p50: number
  readonly p99: number
}

const REQUESTS = 300
const WARM_UP = 30
const PAUSE_MS = 3
const AT_ONCE = 3
const BUSY_MS_MAX = 20_000

export async function measureSecondUser({ base }: FrontService, subject: Subject): Promise<Felt> {
  const { token } = subject.other.client
  const client = openPlainClient(base, { authorization: `Bearer ${token}` })
  const path = `/api/project/content-count?id=${subject.other.projectId}`
  const ask = async () => {
    const start = performance.now()
    const { status } = await client.request('GET', path, null)
    if (status !== 200) throw new Error(`content-count: ${status}`)
    return performance.now() - start
  }
  try {
    await sample(ask, WARM_UP)
    const idle = await sample(ask, REQUESTS)
    let stopped = false
    const loads = Array.from({ length: AT_ONCE }, async (_, at) => {
      for (let n = at; !stopped; n += AT_ONCE) await readYear(subject, n)
    })
    const busy = await sample(ask, REQUESTS)
    stopped = true
    await Promise.all(loads)
    return { idle: timesOf(idle), busy: timesOf(busy) }
  } finally {
    client.close()
  }
}

function timesOf(list: readonly number[]): Times {
  return { p50: percentile(list, 50), p99: percentile(list, 99) }
}

async function sample(ask: () => Promise<number>, count: number): Promise<number[]> {
  const times: number[] = []
  const start = performance.now()
  while (times.length < count && (times.length < WARM_UP || performance.now() - start < BUSY_MS_MAX)) {
    times.push(await ask())
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return times
}

// Another range each time, so that no result is shared between requests.
async function readYear({ client, projectId, end }: Subject, n: number): Promise<void> {
  const to = end.getTime() - (100 + n) * 3_600_000
  const range = `from=${new Date(to - 365 * DAY_MS).toISOString()}&to=${new Date(to).toISOString()}`
  await client.request('GET', `/api/project/insights?id=${projectId}&${range}`)
}
