// Resolves when somebody asks the process to end (SIGTERM, Ctrl-C). A second asking ends it at once.
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked && signal !== 'SIGHUP') process.exit(1)
        asked = true
        resolve(signal)
      })
    }
  })
}
