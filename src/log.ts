import { AsyncLocalStorage } from 'node:async_hooks'
import { isatty } from 'node:tty'
import { pino } from 'pino'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const LOG_FORMATS = ['auto', 'pretty', 'json'] as const

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

const STDERR = 2

// For people when standard error is a terminal, for programs otherwise.
async function openFormat(text: string | undefined): Promise<(line: string) => string> {
  const format = LOG_FORMATS.find((known) => known === text?.trim()) ?? 'auto'
  if (format === 'json' || (format === 'auto' && !isatty(STDERR))) return (line) => line
  const { prettyFactory } = await import('pino-pretty')
  const colorize = isatty(STDERR) && !process.env.NO_COLOR
  const toText = prettyFactory({ colorize, translateTime: 'SYS:HH:MM:ss', singleLine: true })
  return (line) => toText(showControls(line)) ?? line
}

// A terminal obeys control characters, and a message may quote what a foreign server sent. In JSON all but the last are escaped; here
// the escape itself is escaped, so that it is printed.
function showControls(line: string): string {
  return line
    .replace(/\\(u00[01][\da-f]|.)/g, (sequence, code: string) => (code.length > 1 ? `\\\\${code}` : sequence))
    .replace(/[\u007f-\u009f]/g, (character) => `\\\\u00${character.charCodeAt(0).toString(16)}`)
}

const formatLine = await openFormat(process.env.PANTAU_LOG)

// One line per event on standard error: standard output is reserved for the output of commands.
export const log = pino(
  {
    level: readLevel(process.env.PANTAU_LOG_LEVEL),
    base: null,
    mixin: () => ({ ...ids.getStore() }),
    hooks: { streamWrite: (line) => formatLine(hideSecrets(line)) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
      censor: '[hidden]',
    },
  },
  // Lines are written in batches, at most a tenth of a second late: writing each one separately costs more than creating it.
  pino
    .destination({ dest: STDERR, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: UNWRITTEN_BYTES_MAX })
    // A closed terminal or a full disk behind standard error must not end the service; what does not fit is dropped.
    .on('error', () => {}),
)

// Adds the context, such as a request or job id, to every line logged during `work`, at any call depth.
export function logWith<T>(context: Readonly<Record<string, string>>, work: () => T): T {
  return ids.run(context, work)
}
