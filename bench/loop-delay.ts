import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Milliseconds.
export interface LoopDelay {
  // Processor time that the loop spends on one turn, at most. It does not depend on what else the machine does.
  readonly turn: number
  // How late the loop comes to a request: in 99 of 100 cases, and at most.
  readonly most: number
  readonly longest: number
}

const RESOLUTION_MS = 2
const NS_PER_MS = 1_000_000
const US_PER_MS = 1_000

// Loaded before the service. Answers each message of the benchmark with the delays since the one before.
if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let turn = 0
  let before = processorMs()
  setInterval(() => {
    const now = processorMs()
    turn = Math.max(turn, now - before)
    before = now
  }, RESOLUTION_MS).unref()
  process.on('message', () => {
    // The timer's own period is no delay.
    const late = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS)
    process.send?.({ turn, most: late(delays.percentile(99)), longest: late(delays.max) } satisfies LoopDelay)
    turn = 0
    delays.reset()
  })
  // The service ends when its own work does.
  process.channel?.unref()
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / US_PER_MS
}
