import { pino } from 'pino'

// One line of JSON per event on standard error: standard output belongs to what commands print for people and pipes.
export const log = pino(
  {
    level: process.env.PANTAU_LOG_LEVEL ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'password', 'token', 'authorization', 'cookie'],
      censor: '[hidden]',
    },
  },
  pino.destination({ dest: 2, sync: false }),
)
