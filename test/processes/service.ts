import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

// Pantau as in production: separate processes, called over HTTP and stopped by signals. Their output is kept for assertions.
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const LOG_LENGTH_MAX = 400_000
const READY_MS_MAX = 120_000
// A request that takes longer is considered hung.
const RESPONSE_MS_MAX = 40_000

const running = new Set<ChildProcess>()
function clear(): void {
  for (const child of running) child.kill('SIGKILL')
}
after(clear)
process.on('exit', clear)

export interface Service {
  // Empty for `pantau work`.
  readonly base: string
  readonly pid: number
  log(): string
  // Its exit code, or null after a kill.
  readonly exited: Promise<number | null>
  // Returns the same.
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface ServiceOptions {
  readonly database?: string
  readonly env?: Readonly<Record<string, string>>
  // Arguments for Node, before those of the program.
  readonly node?: readonly string[]
  // A command to run Node with, such as one that gives it another mount namespace.
  readonly wrapper?: readonly string[]
  // One that takes longer to start has failed.
  readonly readyMsMax?: number
}

export const ADMIN_PASSWORD = 'kata sandi untuk pengujian'

export async function startService(command: 'start' | 'serve' | 'work', options: ServiceOptions): Promise<Service> {
  const argv = [...(options.wrapper ?? []), process.execPath, ...(options.node ?? []), MAIN, command]
  const child = spawn(argv[0] as string, argv.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
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
  let output = ''
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const onOutput = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-LOG_LENGTH_MAX)
    const address = /Pantau is at (\S+)/.exec(output)?.[1]
    if (address !== undefined) resolve(address)
    else if (command === 'work' && output.includes('"msg":"working"')) resolve('')
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  let isReady = false
  const late = AbortSignal.timeout(options.readyMsMax ?? READY_MS_MAX)
  const failed = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`pantau ${command} did not start:\n${output.slice(-2_000)}`))
    // It must not hold its data folder any longer.
    late.addEventListener('abort', () => {
      if (!isReady) child.kill('SIGKILL')
      fail()
    })
    exited.then(fail)
  })
  const base = await Promise.race([ready, failed])
  isReady = true
  failed.catch(() => {})
  return {
    base,
    pid: child.pid as number,
    log: () => output,
    exited,
    async end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
  readonly body: any
}

export interface Client {
  readonly token: string
  request(method: string, path: string, body?: unknown): Promise<Reply>
  // Sends rows as NDJSON, as for an import.
  load(path: string, rows: readonly unknown[]): Promise<Reply>
}

// The address may change between requests: a restarted service has another port.
export function openClient(baseUrl: () => string, token = ''): Client {
  const send = async (method: string, path: string, type: string, body: string | undefined): Promise<Reply> => {
    const response = await fetch(baseUrl() + path, {
      method,
      headers: { 'content-type': type, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(RESPONSE_MS_MAX),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, body: await response.json() }
  }
  return {
    token,
    request: (method, path, body) =>
      send(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body)),
    load: (path, rows) =>
      send('POST', path, 'application/x-ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  }
}

export async function logIn(baseUrl: () => string): Promise<Client> {
  const { body } = await openClient(baseUrl).request('POST', '/api/auth/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  })
  if (typeof body.token !== 'string') throw new Error(`No token: ${JSON.stringify(body)}`)
  return openClient(baseUrl, body.token)
}

export function aProject(keyword: string, fields: Record<string, unknown> = {}) {
  return { group: `Uji ${keyword}`, keyword, categoryId: 'umum', startDate: '2020-01-01', type: 'auto', ...fields }
}
