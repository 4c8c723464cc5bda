import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../src/postgres/bundled.ts'
import { onServer } from '../setup.ts'
import { processesIn } from '../temporary.ts'

export const quiet = { info: () => {}, warn: () => {}, error: () => {} }

const children: ChildProcess[] = []
const preparedIn: string[] = []
after(() => {
  for (const folder of preparedIn) rmSync(folder, { recursive: true, force: true })
})

export interface Held {
  readonly process: ChildProcess
  /** The address of the database, or the reason why the start was refused. */
  readonly result: string
}

interface HoldOptions {
  readonly shared?: string
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly script?: string
  /** Whether what is written survives a kill -9 of the server; that waits for the disk. */
  readonly durable?: boolean
}

/** Starts the bundled server in a separate process and waits for its result. It ends with the test at the latest. */
export async function hold(t: TestContext, dataDir: string, options: HoldOptions = {}): Promise<Held> {
  const script = options.script ?? join(import.meta.dirname, 'holder.ts')
  const durability = options.durable ? 'durable' : 'not durable'
  const child = spawn(process.execPath, [script, dataDir, options.shared ?? '', durability], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    ...options.user,
  })
  endsWithTest(t, child)
  const [result] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { process: child, result }
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

/** A folder that every account may enter, removed with the test. */
export function openFolder(t: TestContext, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'pantau-start-'))
  chmodSync(folder, 0o711)
  t.after(async () => {
    // Hooks run in the order of registration, and a folder must outlive the servers in it.
    await Promise.all(children.map((child) => end(child, 'SIGTERM')))
    await untilNoProcessIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

let prepared: Promise<string> | undefined

/** A data folder of a stopped database that holds the note "kept". Created once per test file, then copied. */
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

export async function untilNoProcessIn(folder: string): Promise<boolean> {
  for (let polls = 0; polls < 300; polls++) {
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
