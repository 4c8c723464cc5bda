import type { Config } from '../config.ts'
import { Problem } from '../domain/problem.ts'
import type { Db } from '../store/db.ts'
import { readServerState } from '../store/server-state.ts'

const POSTGRES_MIN = 15
const EXAMPLE = 'Example: DATABASE_URL=postgres://user:password@db.example.org:5432/pantau'

// Why the database of DATABASE_URL cannot be used, in a sentence without its password; null when the error is none of these.
export function explainDatabaseFailure(url: string, error: unknown): Problem | null {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  // The client's own time limit has no code.
  const reason = DATABASE_FAILURES[message === 'timeout expired' ? 'ETIMEDOUT' : code]
  if (reason === undefined) return null
  const { hostname, port, pathname } = new URL(url)
  const server = `${hostname || 'the local socket'}${port === '' ? '' : `:${port}`}`
  return new Problem('unavailable', `DATABASE_URL: ${reason(server, pathname.slice(1))}. ${EXAMPLE}`)
}

const DATABASE_FAILURES: Readonly<Record<string, (server: string, database: string) => string>> = {
  ECONNREFUSED: (server) => `nothing answers at ${server}; is the server running`,
  ENOTFOUND: (server) => `the host of ${server} is not known`,
  EAI_AGAIN: (server) => `the host of ${server} cannot be looked up`,
  EHOSTUNREACH: (server) => `there is no way to ${server}`,
  ENETUNREACH: (server) => `there is no way to ${server}`,
  ETIMEDOUT: (server) => `${server} did not answer in time`,
  '28P01': (server) => `${server} refuses the password`,
  '28000': (server) => `${server} refuses the user`,
  '3D000': (server, database) => `${server} has no database "${database}"`,
  '53300': (server) => `${server} has no connection left`,
}

// Refuses a server that is too old or on which we may not create tables, before anything is changed.
export async function checkDatabase(db: Db): Promise<void> {
  const { version, canCreate } = await readServerState(db)
  const major = Math.floor(version / 10_000)
  if (major < POSTGRES_MIN)
    throw new Problem(
      'unavailable',
      `DATABASE_URL: the server is PostgreSQL ${major}; Pantau needs ${POSTGRES_MIN} or newer.`,
    )
  if (!canCreate)
    throw new Problem(
      'unavailable',
      'DATABASE_URL: the user may not create tables in this database. Make it the owner: alter database … owner to …',
    )
}

// Why the service cannot listen; null when the error is none of these.
export function explainListenFailure({ host, port }: Config, error: unknown): Problem | null {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (code === 'EADDRINUSE')
    return new Problem(
      'unavailable',
      `PORT: ${port} on ${host} is in use by another program. Choose another one. Example: PORT=${port === 65_535 ? 3000 : port + 1}`,
    )
  if (code === 'EACCES')
    return new Problem('unavailable', `PORT: this user may not listen on port ${port}. Example: PORT=3000`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Problem('unavailable', 'HOST: this machine has no such address. Example: HOST=127.0.0.1')
  return null
}
