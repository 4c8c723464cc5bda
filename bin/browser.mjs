// Finds a Chromium for the browser tests without changing the system. Uses only Node's built-in modules.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { downloadDebianChromium } from './browser-debian.mjs'
import { unpackNpmChromium } from './browser-npm.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const CACHE = join(ROOT, '.cache')
const RESULT = join(CACHE, 'browser.json')
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell']
const PROBE_MS_MAX = 30_000

/** Writes the browser found, or the reason none was, to .cache/browser.json: only the browser tests fail without a browser. */
export async function prepareBrowser({ log }) {
  const known = readResult()
  if (known !== null && existsSync(known.path) && (process.env.CHROMIUM_PATH ?? known.path) === known.path) return
  const result = await findBrowser({ log }).catch((error) => {
    log(error.message)
    return { error: error.message }
  })
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
}

/** Returns a Chromium that starts on this machine, and the environment it needs. */
export async function findBrowser({ log }) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    const problem = await probe({ path: given, env: {} })
    if (problem === null) return { path: given, env: {} }
    throw new Error(`The browser in CHROMIUM_PATH (${given}) does not start: ${problem}`)
  }
  const problems = []
  for (const find of [findOnPath, unpackNpmChromium, downloadDebianChromium]) {
    try {
      const browser = await find({ cache: join(CACHE, 'browser'), root: ROOT, log })
      if (browser === null) continue
      const problem = await probe(browser)
      if (problem === null) return browser
      problems.push(`${browser.path}: ${problem}`)
    } catch (error) {
      problems.push(error.message)
    }
  }
  throw new Error(
    `No browser found for the browser tests. Install chromium, or set CHROMIUM_PATH.${problems.map((problem) => `\n  ${problem}`).join('')}`,
  )
}

function readResult() {
  try {
    const result = JSON.parse(readFileSync(RESULT, 'utf8'))
    return typeof result.path === 'string' ? result : null
  } catch {
    return null
  }
}

function findOnPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name)
      if (isExecutable(path)) return { path, env: {} }
    }
  }
  return null
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Starts the browser and requests its version over the debugging port, as the tests will. Returns the problem, or null.
async function probe({ path, env }) {
  const profile = mkdtempSync(join(tmpdir(), 'pantau-browser-'))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-port=0']
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit').catch(() => {})
  try {
    const address = await readAddress(child)
    const response = await fetch(`http://${address}/json/version`, { signal: AbortSignal.timeout(PROBE_MS_MAX) })
    return response.ok ? null : `its debugging port responded with ${response.status}`
  } catch (error) {
    return error.message
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

function readAddress(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error('it did not open a debugging port in time')), PROBE_MS_MAX)
    child.stderr.on('data', (chunk) => {
      output += chunk
      const address = /DevTools listening on ws:\/\/([^/]+)\//.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(output.trim().split('\n')[0] || 'it exited immediately')))
    child.on('close', () => clearTimeout(timer))
  })
}
