import { setTimeout as sleep } from 'node:timers/promises'

// Polls until the condition holds. At the timeout it throws with a description of the condition.
export async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let failure: unknown = null
  while (Date.now() < deadline) {
    try {
      if (await holds()) return
      failure = null
    } catch (error) {
      failure = error
    }
    await sleep(100)
  }
  throw new Error(`Timed out waiting until ${what}.`, { cause: failure })
}
