import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../src/postgres/bundled.ts'
import { onServer } from '../setup.ts'

export const quiet = { info: () => {}, warn: () => {}, error: () => {} }

const children: ChildProcess[] = []
const preparedIn: string[] = []
after(() => {
  for (const folder of preparedIn) rmSync(folder, { recursive: true, force: true })
})

export interface Held {
  readonly process: ChildProcess
  /** The address of the database, or what the start was refused with. */
  readonly answer: string
}

interface HoldOptions {
  readonly shared?: string
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly script?: string
  /** Whether what is written survives a kill -9 of the server; that waits for the disk. */
  readonly durable?: boolean
}

/** Starts the bundled server in a process of its own and waits for its answer. It ends with the test, if not before. */
export async function hold(t: TestContext, dataDir: string, options: HoldOptions = {}): Promise<Held> {
  const script = options.script ?? join(import.meta.dirname, 'holder.ts')
  const care = options.durable ? 'durable' : 'careless'
  const child = spawn(process.execPath, [script, dataDir, options.shared ?? '', care], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    ...options.user,
  })
  endsWithTest(t, child)
  const [answer] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { process: child, answer }
}

export function endsWithTest(t: TestContext, child: ChildProcess): void {
  children.push(child)
  t.after(() => end(child, 'SIGTERM'))
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A folder that every account may pass through, removed with the test. */
export function openFolder(t: TestContext, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'pantau-start-'))
  chmodSync(folder, 0o711)
  t.after(async () => {
    // Hooks run in the order they were made, and a folder must outlive the servers in it.
    await Promise.all(children.map((child) => end(child, 'SIGTERM')))
    await untilNobodyIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

let prepared: Promise<string> | undefined

/** A data folder with a database that holds the note "kept", not running. Made once per test file, then copied. */
export async function stoppedFolder(t: TestContext): Promise<string> {
  prepared ??= prepareFolder()
  const dataDir = join(openFolder(t), 'data')
  execFileSync('cp', ['-a', await prepared, dataDir])
  return dataDir
}

async function prepareFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-start-'))
  chmodSync(folder, 0o711)
  preparedIn.push(folder)
  const dataDir = join(folder, 'data')
  const server = await startEmbedded({ dataDir, log: quiet, durable: false })
  await writeNote(server.url, 'kept')
  await server.stop()
  return dataDir
}

export function serverPid(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** The processes that still work in a folder or below; every process of a database server works in its folder. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })
}

export async function untilNobodyIn(folder: string): Promise<boolean> {
  for (let turn = 0; turn < 300; turn++) {
    if (processesIn(folder).length === 0) return true
    await sleep(50)
  }
  return false
}

export async function writeNote(url: string, text: string): Promise<void> {
  await onServer(url, async (db) => {
    await db`create table if not exists note (text text)`
    await db`insert into note values (${text})`
  })
}

export async function readNotes(url: string): Promise<string[]> {
  let notes: string[] = []
  await onServer(url, async (db) => {
    notes = (await db<{ text: string }>`select text from note order by text`).map((row) => row.text)
  })
  return notes
}
