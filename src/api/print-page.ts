import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../domain/problem.ts'
import { log } from '../log.ts'

const PRINT_MS_MAX = 30_000
const LOGGED_MAX = 2_000
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-pdf-header-footer',
  // The clock of the page: it runs out when nothing is left to load, and then the page is printed.
  '--virtual-time-budget=10000',
]
// The service's own environment has secrets, and a browser needs none of it. One that needs more is started by a script of the operator.
const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin'

// Opens a page in a browser of this machine and returns it as PDF. The browser is ended with all its processes, whatever happens.
export async function printPage(browser: string, url: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pantau-print-'))
  try {
    const file = join(folder, 'page.pdf')
    const args = [...FLAGS, `--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${file}`, url]
    await runBrowser(browser, args, folder)
    return await readFile(file).catch(() => {
      throw new Problem('unavailable', 'The browser of the server printed nothing. The log has its output.')
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runBrowser(browser: string, args: readonly string[], home: string): Promise<void> {
  const child = spawn(browser, args, {
    env: { PATH: SEARCH_PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, so that its helper processes end with it.
    detached: true,
    timeout: PRINT_MS_MAX,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-LOGGED_MAX)
  })
  try {
    const [code] = await once(child, 'close')
    log.debug({ code, output }, 'the browser ended')
    if (code !== 0) {
      log.warn({ browser, code, output }, 'the browser did not print')
      throw new Problem('unavailable', 'The browser of the server did not print in time, or failed. See the log.')
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    log.warn({ browser, err: error }, 'the browser could not be started')
    throw new Problem('not-set-up', 'The browser that PANTAU_BROWSER names could not be started.')
  } finally {
    endGroup(child)
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
