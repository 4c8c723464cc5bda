import { setTimeout as sleep } from 'node:timers/promises'
import type { ScheduleRule } from '../domain/job.ts'
import { log } from '../log.ts'

export interface Schedule {
  stop(): Promise<void>
}

export function startSchedule(rules: readonly ScheduleRule[]): Schedule {
  const stopping = new AbortController()
  const loops = rules.map((rule) => runRule(rule, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function runRule(rule: ScheduleRule, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await rule.queueDue()
    } catch (error) {
      log.error({ rule: rule.name, err: error }, 'schedule rule failed')
    }
    await sleep(rule.everySeconds * 1000, undefined, { signal }).catch(() => {})
  }
}
