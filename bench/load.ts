import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillProject } from './fill.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { type Outcome, openTraffic, type Traffic } from './load/traffic.ts'
import { createRandom, format, percentile } from './measure.ts'

// `npm run bench -- load [--minutes 2]`: what is served at twice the capacity. The service is a process of its own; sender, service and
// database share the machine, so the sender's cost is part of what the capacity leaves out.
const MENTIONS = 100_000
const MAIN = new URL('../bin/pantau.mjs', import.meta.url).pathname
const WARM_UP_MS = 3_000
const CAPACITY_MS = 5_000
const CAPACITY_ROUNDS = 4
const CONNECTIONS = 32
// Beyond this many open requests the sender itself is overloaded.
const OPEN_MAX = 2_000
const SERVED_SHARE_MIN = 0.85
const P99_MS_MAX = 150

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '2' } } })
  const database = await openBenchDatabase()
  const project = await database.project('load')
  await fillProject(project, { mentions: MENTIONS })
  const { base, service } = await startService(project)
  const traffic = openTraffic(base, project, MENTIONS, createRandom(1))
  try {
    const before = await findCapacity(traffic)
    const flood = await sendAtRate(traffic, before * 2, Number(values.minutes) * 60_000, service)
    // The machine's speed changes from minute to minute, so the capacity is taken on both sides.
    const after = await findCapacity(traffic)
    await report({ capacity: (before + after) / 2, flood, traffic, project })
  } finally {
    traffic.close()
    service.kill('SIGTERM')
    await once(service, 'exit')
    await database.close()
  }
}

async function startService(project: BenchProject): Promise<{ base: string; service: ChildProcess }> {
  const env = {
    ...process.env,
    DATABASE_URL: project.url,
    PORT: '0',
    PANTAU_ADMIN_PASSWORD: 'unused in this benchmark',
  }
  const service = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: service.stdout as Readable })) {
    const base = /Pantau is at (\S+)/.exec(line)?.[1]
    if (base !== undefined) return { base, service }
  }
  throw new Error('The service did not start.')
}

// Requests a second that are served when each connection sends its next request after the reply; the median of several rounds.
async function findCapacity(traffic: Traffic): Promise<number> {
  await sendInTurn(traffic, WARM_UP_MS)
  const rounds: number[] = []
  for (let round = 0; round < CAPACITY_ROUNDS; round++) rounds.push(await sendInTurn(traffic, CAPACITY_MS))
  return percentile(rounds, 50)
}

async function sendInTurn(traffic: Traffic, ms: number): Promise<number> {
  const start = performance.now()
  let served = 0
  const loop = async () => {
    while (performance.now() - start < ms) if ((await traffic.request()).kind === 'accepted') served += 1
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return served / (ms / 1000)
}

interface Flood {
  readonly seconds: number
  readonly accepted: number[]
  readonly refused: number[]
  readonly failures: string[]
  readonly notSent: number
  readonly memoryMb: number[]
}

// Sends at a fixed rate, whatever becomes of the requests.
async function sendAtRate(traffic: Traffic, perSecond: number, ms: number, service: ChildProcess): Promise<Flood> {
  const accepted: number[] = []
  const refused: number[] = []
  const failures: string[] = []
  const memoryMb: number[] = []
  const add = (outcome: Outcome) => {
    if ('reason' in outcome) failures.push(outcome.reason)
    else (outcome.kind === 'accepted' ? accepted : refused).push(outcome.ms)
  }
  const sample = setInterval(() => memoryMb.push(residentMb(service)), 1_000)
  let [open, sent, notSent] = [0, 0, 0]
  const start = performance.now()
  for (let now = 0; now < ms; now = performance.now() - start) {
    for (; sent < (now / 1000) * perSecond; sent++) {
      if (open >= OPEN_MAX) {
        notSent += 1
        continue
      }
      open += 1
      void traffic.request().then((outcome) => {
        open -= 1
        add(outcome)
      })
    }
    await sleep(1)
  }
  for (let waits = 0; waits < 10_000 && open > 0; waits++) await sleep(1)
  clearInterval(sample)
  return { seconds: ms / 1000, accepted, refused, failures, notSent, memoryMb }
}

interface Measured {
  readonly capacity: number
  readonly flood: Flood
  readonly traffic: Traffic
  readonly project: BenchProject
}

async function report({ capacity, flood, traffic, project }: Measured): Promise<void> {
  const { accepted, refused, failures, seconds, memoryMb } = flood
  console.table({
    accepted: { 'a second': format(accepted.length / seconds), ...times(accepted) },
    'refused (503)': { 'a second': format(refused.length / seconds), ...times(refused) },
  })
  const third = Math.ceil(memoryMb.length / 3)
  const [first, last] = [percentile(memoryMb.slice(0, third), 50), percentile(memoryMb.slice(-third), 50)]
  const [stored] = await project.pool`
    select count(*)::int as count from project where owner_id = ${project.ownerId} and removed_at is null`
  const { created, deleted } = traffic.projects()
  const share = accepted.length / seconds / capacity
  const p99 = percentile(accepted, 99)
  const goals: [name: string, met: boolean, seen: string][] = [
    [
      `at least ${SERVED_SHARE_MIN} of the capacity is served`,
      share >= SERVED_SHARE_MIN,
      `${format(share)} of ${format(capacity)} a second`,
    ],
    [`accepted p99 under ${P99_MS_MAX} ms`, p99 < P99_MS_MAX, `${format(p99)} ms`],
    [
      'nothing wrong or lost',
      failures.length === 0,
      `${failures.length} of ${accepted.length + refused.length + failures.length}`,
    ],
    [
      'what was acknowledged is stored',
      stored?.count === 1 + created - deleted,
      `${created} created, ${deleted} deleted`,
    ],
    ['memory is bounded', last < first * 1.25 + 50, `${format(first)} MB at first, ${format(last)} MB at last`],
  ]
  console.log(`capacity ${format(capacity)} a second; ${flood.notSent} requests were not sent`)
  for (const [name, met, seen] of goals) console.log(`${met ? 'met    ' : 'NOT MET'}  ${name}: ${seen}`)
  for (const reason of failures.slice(0, 5)) console.log(`         ${reason}`)
  if (goals.some(([, met]) => !met)) process.exitCode = 1
}

function times(list: readonly number[]) {
  return { 'p50 ms': format(percentile(list, 50)), 'p99 ms': format(percentile(list, 99)) }
}

function residentMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
