import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

const ids = new AsyncLocalStorage<Readonly<Record<string, string>>>()

// One line of JSON per event on standard error: standard output is reserved for the output of commands.
export const log = pino(
  {
    level: process.env.PANTAU_LOG_LEVEL ?? 'info',
    base: null,
    mixin: () => ({ ...ids.getStore() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
      censor: '[hidden]',
    },
  },
  // Lines are written in batches, at most a tenth of a second late: writing each one separately costs more than creating it.
  pino.destination({ dest: 2, sync: false, minLength: 4_096, periodicFlush: 100 }),
)

// Adds the context, such as a request or job id, to every line logged during `work`, at any call depth.
export function logWith<T>(context: Readonly<Record<string, string>>, work: () => T): T {
  return ids.run(context, work)
}
