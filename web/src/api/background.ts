const LOCK = 'pantau.background'

interface Connection {
  readonly open: () => void
  readonly close: () => void
}

// Of all hidden tabs one stays connected, to show notifications: the one that has the lock. The others close their connection and
// wait for the lock, until `visible` is aborted.
export async function keepOneConnected({ open, close }: Connection, visible: AbortSignal): Promise<void> {
  const hold = (): Promise<void> => {
    open()
    return new Promise((resolve) => {
      if (visible.aborted) resolve()
      else visible.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  try {
    await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? close() : hold()))
    if (!visible.aborted) await navigator.locks.request(LOCK, { signal: visible }, hold)
  } catch (error) {
    if (!visible.aborted) throw error
  }
}
