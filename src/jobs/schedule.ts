import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'

// Something that looks for what is due and queues it. It must be safe to run in several processes at once.
export interface Rule {
  readonly name: string
  readonly everySeconds: number
  queueDue(): Promise<void>
}

export interface Schedule {
  stop(): Promise<void>
}

export function startSchedule(rules: readonly Rule[]): Schedule {
  const stopping = new AbortController()
  const loops = rules.map((rule) => runRule(rule, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function runRule(rule: Rule, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await rule.queueDue()
    } catch (error) {
      log.error({ rule: rule.name, err: error }, 'the schedule could not look for due work')
    }
    await sleep(rule.everySeconds * 1000, undefined, { signal }).catch(() => {})
  }
}
