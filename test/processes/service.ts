import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

// Pantau as it is run: processes of their own, asked over HTTP, killed by signals. What they log is kept to be looked at.
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const LOG_LENGTH_MAX = 400_000
const READY_MS_MAX = 120_000
// A request that takes longer has hung.
const ANSWER_MS_MAX = 40_000

const cache = mkdtempSync(join(tmpdir(), 'pantau-compiled-'))
const running = new Set<ChildProcess>()
function clear(): void {
  for (const child of running) child.kill('SIGKILL')
  rmSync(cache, { recursive: true, force: true })
}
after(clear)
process.on('exit', clear)

export interface Service {
  // Empty for one that only works.
  readonly base: string
  readonly pid: number
  log(): string
  // Its ending: the exit code, or null after a kill.
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface ServiceOptions {
  readonly database?: string
  readonly env?: Readonly<Record<string, string>>
  // More words for Node, before the program's.
  readonly node?: readonly string[]
  // A program to run Node with, such as one that gives it another view of the disks.
  readonly within?: readonly string[]
}

export const ADMIN_PASSWORD = 'kata sandi untuk pengujian'

export async function startService(command: 'start' | 'serve' | 'work', options: ServiceOptions): Promise<Service> {
  const words = [...(options.within ?? []), process.execPath, ...(options.node ?? []), MAIN, command]
  const child = spawn(words[0] as string, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: cache,
      DATABASE_URL: options.database ?? '',
      PORT: '0',
      PANTAU_ADMIN_PASSWORD: ADMIN_PASSWORD,
      PANTAU_DEFAULT_FEEDS: '0',
      PANTAU_FULL_TEXT: '0',
      PANTAU_ALLOW_PRIVATE_NETWORK: '1',
      PANTAU_HOST_SPACING_MS: '0',
      PANTAU_DATABASE_CONNECTIONS: '6',
      PANTAU_LOG_LEVEL: 'info',
      ...options.env,
    },
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  let said = ''
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const hear = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-LOG_LENGTH_MAX)
    const address = /Pantau is at (\S+)/.exec(said)?.[1]
    if (address !== undefined) resolve(address)
    else if (command === 'work' && said.includes('"msg":"working"')) resolve('')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const late = AbortSignal.timeout(READY_MS_MAX)
  const failed = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`pantau ${command} did not start:\n${said.slice(-2_000)}`))
    late.addEventListener('abort', fail)
    exited.then(fail)
  })
  const base = await Promise.race([ready, failed])
  failed.catch(() => {})
  return {
    base,
    pid: child.pid as number,
    log: () => said,
    async end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer is checked by assertions, not by types.
  readonly body: any
}

export interface Client {
  readonly token: string
  ask(method: string, path: string, body?: unknown): Promise<Reply>
  // One JSON object a line, as a person loads what they hold.
  load(path: string, rows: readonly unknown[]): Promise<Reply>
}

// Where the service is may change from request to request: a killed one comes back at another port.
export function openClient(where: () => string, token = ''): Client {
  const send = async (method: string, path: string, type: string, body: string | undefined): Promise<Reply> => {
    const response = await fetch(where() + path, {
      method,
      headers: { 'content-type': type, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, body: await response.json() }
  }
  return {
    token,
    ask: (method, path, body) =>
      send(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body)),
    load: (path, rows) =>
      send('POST', path, 'application/x-ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  }
}

export async function logIn(where: () => string): Promise<Client> {
  const { body } = await openClient(where).ask('POST', '/api/auth/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  })
  if (typeof body.token !== 'string') throw new Error(`No token: ${JSON.stringify(body)}`)
  return openClient(where, body.token)
}

export function aProject(keyword: string, fields: Record<string, unknown> = {}) {
  return { group: `Uji ${keyword}`, keyword, categoryId: 'umum', startDate: '2020-01-01', type: 'auto', ...fields }
}
