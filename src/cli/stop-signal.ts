// A signal may arrive twice, from the terminal and forwarded by npm; within this time it counts as one stop request.
const SAME_REQUEST_MS = 2_000
const PARENT_CHECK_MS = 500

export interface StopOptions {
  // Whether the end of the process that started this one, such as a killed npm, is a request to stop too.
  readonly endWithParent?: boolean
}

export type StopReason = NodeJS.Signals | 'the parent process ended'

// Resolves on the first request to stop (SIGTERM, SIGHUP, Ctrl-C). A second request exits immediately.
export function stopSignal({ endWithParent = false }: StopOptions = {}): Promise<StopReason> {
  ignoreLostTerminal()
  return new Promise((resolve) => {
    let requestedAt = 0
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now()
        if (requestedAt > 0 && now - requestedAt > SAME_REQUEST_MS && signal !== 'SIGHUP') process.exit(1)
        if (requestedAt === 0) requestedAt = now
        resolve(signal)
      })
    }
    if (endWithParent) watchParent(() => resolve('the parent process ended'))
  })
}

// No signal announces a parent that was killed; the system gives its children another parent.
function watchParent(onEnd: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, PARENT_CHECK_MS)
  timer.unref()
}

// Output to a closed terminal fails, which must not end the process before it has cleaned up.
function ignoreLostTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
