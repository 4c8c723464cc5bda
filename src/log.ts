import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

const ids = new AsyncLocalStorage<Readonly<Record<string, string>>>()

// One line of JSON per event on standard error: standard output belongs to what commands print for people and pipes.
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
  // Lines are written together, at the latest after a tenth of a second: writing each by itself costs more than making it.
  pino.destination({ dest: 2, sync: false, minLength: 4_096, periodicFlush: 100 }),
)

// Every line that is written on behalf of one request or job carries its id, however deep below it is written.
export function logWith<T>(context: Readonly<Record<string, string>>, work: () => T): T {
  return ids.run(context, work)
}
