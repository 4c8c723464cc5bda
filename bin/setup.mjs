// Run by `npm start` and `npm test` before anything else, with whichever Node the machine has (20 or newer) and possibly
// before any package is installed: only Node's built-in modules may be used here.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'))
const MODULES = join(ROOT, 'node_modules')
const NODE = join(MODULES, '.bin', 'node')
const VITE = join(MODULES, 'vite', 'bin', 'vite.js')
const WEB_STAMP = join(ROOT, '.cache', 'web-built')
const LIBC = findLibc()
const NODE_MAJOR = 24
const LOCK_MS_MAX = 20 * 60_000
const LOCK_POLL_MS = 500

// `develop` needs the development packages, as the tests do, but no browser.
const purpose = ['test', 'develop'].includes(process.argv[2]) ? process.argv[2] : 'start'
try {
  await setUp()
} catch (error) {
  print(error.message)
  process.exitCode = 1
}

async function setUp() {
  if (installReason() !== null || buildReason() !== null) {
    const lock = await acquireLock()
    // Both check again what is missing: the previous holder of the lock may have done everything.
    install()
    build()
    lock.close()
  }
  checkNode()
  if (purpose === 'test') {
    const { prepareBrowser } = await import('./browser.mjs')
    await prepareBrowser({ log: print })
  }
}

function install() {
  const reason = installReason()
  if (reason === null) return
  print(`Installing packages (npm ci), because ${reason}. This takes a minute or two.`)
  const start = Date.now()
  const npm = process.env.npm_execpath
  // Use the Node that runs npm, not the one in node_modules, which npm is about to replace.
  const node = process.env.npm_node_execpath ?? process.execPath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm ? spawnSync(node, [npm, ...args], inRoot()) : spawnSync('npm', args, inRoot())
  if (result.status !== 0)
    throw new Error('npm ci failed; see its output above. Fix the cause, then run the same command again.')
  const missing = missingPackage()
  if (missing !== null) throw new Error(`npm ci succeeded, but the package ${missing} is still missing.`)
  print(`Installed the packages in ${secondsSince(start)} s.`)
}

function installReason() {
  if (!existsSync(MODULES)) return 'node_modules is missing'
  if (buildReason() !== null && !existsSync(VITE))
    return 'the dashboard must be built and its build tools are not installed'
  // After a manual `npm ci` or `npm install`, everything is present and nothing is repeated.
  const missing = missingPackage()
  return missing === null ? null : `${missing} is not installed in the version of package-lock.json`
}

// Returns the first package of package-lock.json that npm's own record of node_modules lacks in that version, or null. The tests
// need the development packages too.
function missingPackage() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'))
  const found = readPackages(join(MODULES, '.package-lock.json'))
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || !fitsHere(entry) || (purpose === 'start' && (entry.dev || entry.devOptional))) continue
    if (found[path]?.version !== entry.version) return path.replace(/^.*node_modules\//, '')
  }
  return null
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function fitsHere({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, LIBC)
}

// A list names allowed values ("linux") or excluded ones ("!win32").
function allows(list, value) {
  const entries = [list ?? []].flat()
  const excluded = entries.filter((entry) => entry.startsWith('!'))
  if (excluded.includes(`!${value}`)) return false
  return entries.length === excluded.length || entries.includes(value)
}

function findLibc() {
  if (process.platform !== 'linux') return 'none'
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

function build() {
  const reason = buildReason()
  if (reason === null) return
  print(`Building the dashboard, because ${reason}. This takes a few seconds.`)
  const start = Date.now()
  // Without this, a NODE_ENV of "development" would put React's development build into the bundle.
  const result = spawnSync(
    existsSync(NODE) ? NODE : process.execPath,
    [VITE, 'build', 'web', '--logLevel', 'warn'],
    inRoot({ NODE_ENV: 'production' }),
  )
  if (result.status !== 0) throw new Error('The dashboard could not be built; see the output of vite above.')
  mkdirSync(dirname(WEB_STAMP), { recursive: true })
  writeFileSync(WEB_STAMP, webHash())
  print(`Built the dashboard in ${secondsSince(start)} s.`)
}

function buildReason() {
  if (!existsSync(join(ROOT, 'web', 'index.html'))) return null
  if (!existsSync(join(ROOT, 'web', 'dist', 'index.html'))) return 'it has not been built yet'
  const stamp = existsSync(WEB_STAMP) ? readFileSync(WEB_STAMP, 'utf8') : null
  return stamp === webHash() ? null : 'its sources changed'
}

function webHash() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  hashFolder(hash, join(ROOT, 'web'))
  hashFolder(hash, join(ROOT, 'client', 'src'))
  // The dashboard bundles the table of platforms.
  hash.update(readFileSync(join(ROOT, 'src', 'domain', 'platform.ts')))
  return hash.digest('hex')
}

function hashFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'dist' && entry.name !== 'node_modules') hashFolder(hash, path)
    } else if (entry.isFile()) hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path))
  }
}

// npm puts node_modules/.bin first on the PATH of the command that follows, so a Node in that folder must work.
function checkNode() {
  if (existsSync(NODE)) {
    const version = spawnSync(NODE, ['--version'], { encoding: 'utf8' }).stdout
    if (version?.startsWith(`v${NODE_MAJOR}.`)) return
    // Built for another C library, for instance. The system's Node may be new enough.
    rmSync(NODE)
  }
  const system = spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (Number(/^v(\d+)/.exec(system)?.[1] ?? 0) >= NODE_MAJOR) return
  throw new Error(
    `npm has no Node ${NODE_MAJOR} for this system (${process.platform} ${process.arch}, ${LIBC}), and the installed Node is ${system.trim() || 'missing'}. Install Node ${NODE_MAJOR} or newer.`,
  )
}

// Two starts in one clone must not both install. Only one process can bind a socket in Linux's abstract namespace, and the kernel
// frees it as soon as that process ends, for whatever reason. Other systems have no such namespace and go without a lock.
async function acquireLock() {
  if (process.platform !== 'linux') return { close() {} }
  const path = `\0pantau-setup-${createHash('sha256').update(ROOT).digest('hex')}`
  for (let waited = 0; waited < LOCK_MS_MAX; waited += LOCK_POLL_MS) {
    const server = await listen(path)
    if (server !== null) return server
    if (waited === 0) print('Waiting for another set-up in this folder to finish.')
    await sleep(LOCK_POLL_MS)
  }
  throw new Error(
    'Another set-up in this folder has been running for twenty minutes. Stop it, then run the same command again.',
  )
}

function listen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen({ path }, () => resolve(server.unref()))
  })
}

function secondsSince(start) {
  return Math.max(1, Math.round((Date.now() - start) / 1000))
}

function inRoot(env = {}) {
  return { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }
}

function print(message) {
  console.error(`pantau: ${message}`)
}
