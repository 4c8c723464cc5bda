import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

// An unknown level is reported with the other settings (config.ts); until then there has to be one.
function readLevel(text: string | undefined): string {
  return LOG_LEVELS.find((level) => level === text?.trim()) ?? 'info'
}

// Short ones would hide ordinary words, and protect nothing.
const SECRET_LENGTH_MIN = 6
const secrets = new Set<string>()

// From now on these values are masked in everything that is logged, whatever path they took into it.
export function protectSecrets(values: readonly string[]): void {
  for (const value of values) {
    if (value.length < SECRET_LENGTH_MIN) continue
    // As they are, inside JSON, and inside an address.
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) secrets.add(form)
  }
}

export function hideSecrets(text: string): string {
  let shown = text
  for (const secret of secrets) if (shown.includes(secret)) shown = shown.replaceAll(secret, '[hidden]')
  return shown
}

const UNWRITTEN_BYTES_MAX = 4 * 1024 * 1024
const ids = new AsyncLocalStorage<Readonly<Record<string, string>>>()

// One line of JSON per event on standard error: standard output is reserved for the output of commands.
export const log = pino(
  {
    level: readLevel(process.env.PANTAU_LOG_LEVEL),
    base: null,
    mixin: () => ({ ...ids.getStore() }),
    hooks: { streamWrite: hideSecrets },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
      censor: '[hidden]',
    },
  },
  // Lines are written in batches, at most a tenth of a second late: writing each one separately costs more than creating it.
  pino
    .destination({ dest: 2, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: UNWRITTEN_BYTES_MAX })
    // A closed terminal or a full disk behind standard error must not end the service; what does not fit is dropped.
    .on('error', () => {}),
)

// Adds the context, such as a request or job id, to every line logged during `work`, at any call depth.
export function logWith<T>(context: Readonly<Record<string, string>>, work: () => T): T {
  return ids.run(context, work)
}
