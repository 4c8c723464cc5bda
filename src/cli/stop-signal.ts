// A group's signal may come twice, from the terminal and passed on by npm; that is one asking.
const SAME_ASKING_MS = 2_000

// Resolves when somebody asks the process to end (SIGTERM, Ctrl-C). A second asking ends it at once.
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let searchedAt = 0
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now()
        if (searchedAt > 0 && now - searchedAt > SAME_ASKING_MS && signal !== 'SIGHUP') process.exit(1)
        if (searchedAt === 0) searchedAt = now
        resolve(signal)
      })
    }
  })
}
