import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../domain/problem.ts'
import { log } from '../log.ts'
import { BrowserPipe } from './browser-pipe.ts'

const PRINT_MS_MAX = 30_000
const POLL_MS = 50
const OUTPUT_MAX = 2_000
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
]
// Names are not resolved: a page of ours has no other host to reach, and neither has what the browser does by itself.
const resolveNothing = (host: string) => `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${host}`
// The service's own environment has secrets, and a browser needs none of it. One that needs more is started by a script of the operator.
const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin'

// Opens a page in a browser of this machine, waits until it has the element, and returns it as PDF. The browser is ended with all its
// processes, whatever happens.
export async function printPage(browser: string, url: string, element: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pantau-print-'))
  const child = spawn(
    browser,
    [...FLAGS, resolveNothing(new URL(url).hostname), `--user-data-dir=${folder}`, 'about:blank'],
    {
      env: { PATH: SEARCH_PATH, HOME: folder },
      // It reads commands from 3 and writes replies to 4.
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that its helper processes end with it.
      detached: true,
    },
  )
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_MAX)
  })
  const pipe = new BrowserPipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
  child.once('error', (error) => pipe.fail(error))
  child.once('exit', (code) => pipe.fail(new Error(`The browser ended with ${code}.`)))
  const timer = setTimeout(() => pipe.fail(new Error(`The browser took more than ${PRINT_MS_MAX} ms.`)), PRINT_MS_MAX)
  try {
    return await print(pipe, url, element)
  } catch (error) {
    log.warn({ browser, output, err: error }, 'the browser did not print')
    throw new Refusal('not-set-up', 'The browser that PANTAU_BROWSER names did not print the page. See the log.', [
      'notPrinted',
    ])
  } finally {
    clearTimeout(timer)
    endGroup(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function print(pipe: BrowserPipe, url: string, element: string): Promise<Buffer> {
  const { targetId } = await pipe.call('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await pipe.call('Target.attachToTarget', { targetId, flatten: true })
  const session = String(sessionId)
  await pipe.call('Page.navigate', { url }, session)
  const expression = `document.querySelector(${JSON.stringify(element)}) !== null`
  for (;;) {
    const { result } = await pipe.call('Runtime.evaluate', { expression, returnByValue: true }, session)
    if ((result as { readonly value?: unknown }).value === true) break
    await sleep(POLL_MS)
  }
  const { data } = await pipe.call('Page.printToPDF', { preferCSSPageSize: true, printBackground: true }, session)
  return Buffer.from(String(data), 'base64')
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
