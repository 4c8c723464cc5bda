import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findRunning } from '../../src/postgres/bundled.ts'
import { aProject, logIn, type Service, startService } from '../processes/service.ts'
import { onServer } from '../setup.ts'
import { openFolder } from '../start/launch.ts'
import { processesIn } from '../temporary.ts'

// The service and its database together on a machine with 512 MiB. Nothing enforces it here, which would need rights over control
// groups: the sizes are set as on such a machine, and the memory of all processes is measured.
const LIMIT_MIB = 512
const HEAP_MIB = 192
const ROWS = Number(process.env.PANTAU_FAULT_MEMORY_ROWS ?? 2_000)
const BATCH = 500
const SAMPLE_MS = 250

// Memory that several processes share is divided among them, so that the sum counts it once.
function memoryMib(pids: readonly (number | string)[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // It ended meanwhile.
      return 0
    }
  })
  return Math.round(kilobytes.reduce((sum, value) => sum + value, 0) / 1024)
}

test('the service and its database need less than 512 MiB', {
  skip: process.platform === 'linux' ? false : 'reads /proc',
}, async (t) => {
  const dataDir = join(openFolder(t), 'data')
  const env = { PANTAU_DATA_DIR: dataDir, PANTAU_DEFAULT_QUOTA: '1000000' }
  const first = await startService('start', { env })
  // What src/postgres/settings.ts chooses there; it is read at the next start.
  await onServer((await findRunning(dataDir))?.url ?? '', (db) => db.script(`alter system set shared_buffers = '64MB'`))
  await first.end('SIGTERM')

  const service = await startService('start', {
    env,
    node: [`--max-old-space-size=${HEAP_MIB}`, '--max-semi-space-size=4'],
  })
  const used = () => memoryMib([service.pid, ...processesIn(dataDir)])
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, used())
  }, SAMPLE_MS)
  try {
    t.diagnostic(`after the start: ${used()} MiB`)
    await importAndExport(service)
  } finally {
    clearInterval(sampling)
    await service.end('SIGTERM')
  }
  t.diagnostic(`at most, with ${ROWS} mentions imported and exported: ${peak} MiB`)
  assert.ok(peak > 0 && peak < LIMIT_MIB, `${peak} MiB`)
})

async function importAndExport(service: Service): Promise<void> {
  const client = await logIn(() => service.base)
  const { body } = await client.request('POST', '/api/project', aProject('banjir'))
  const id = body.data.id as string
  for (let from = 0; from < ROWS; from += BATCH) {
    const reply = await client.load(`/api/import?keywordId=${id}`, rowsFrom(from))
    assert.equal(reply.body.new, BATCH, JSON.stringify(reply.body))
  }
  assert.equal((await client.request('GET', `/api/mentions?keywordId=${id}`)).body.total, ROWS)
  for (const format of ['xlsx', 'csv', 'jsonl', 'parquet']) {
    const response = await fetch(`${service.base}/api/export?keywordId=${id}&format=${format}`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
    assert.equal(response.status, 200)
    assert.ok((await response.bytes()).length > ROWS)
  }
}

function rowsFrom(from: number): object[] {
  return Array.from({ length: BATCH }, (_, index) => {
    const n = from + index
    const words = Array.from({ length: 12 }, (_, word) => `kata${(n * 7_919 + word * 104_729) % 1_000_003}`).join(' ')
    return {
      platform: 'twitter',
      id: `m${n}`,
      text: `banjir ${words}`,
      published_at: new Date(Date.now() - n * 60_000).toISOString(),
    }
  })
}
