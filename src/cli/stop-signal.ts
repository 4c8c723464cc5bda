// A signal may arrive twice, from the terminal and forwarded by npm; within this time it counts as one stop request.
const SAME_REQUEST_MS = 2_000

// Resolves on the first request to stop (SIGTERM, SIGHUP, Ctrl-C). A second request exits immediately.
export function stopSignal(): Promise<NodeJS.Signals> {
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
  })
}
