// Run by `npm start` and `npm test` before anything else, on whatever Node the machine has (20 or newer) and perhaps
// before a single package is installed: only what Node itself brings may be used here.
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
const TURN_MS_MAX = 20 * 60_000
const TURN_CHECK_MS = 500

const purpose = process.argv[2] === 'test' ? 'test' : 'start'
try {
  await setUp()
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

async function setUp() {
  if (installReason() !== null || buildReason() !== null) {
    const turn = await takeTurn()
    // Whoever had the turn before may have done it all.
    install()
    build()
    turn.close()
  }
  checkNode()
  if (purpose === 'test') {
    const { prepareBrowser } = await import('./browser.mjs')
    await prepareBrowser({ log: say })
  }
}

function install() {
  const reason = installReason()
  if (reason === null) return
  say(`Installing packages (npm ci), because ${reason}. This takes a minute or two.`)
  const npm = process.env.npm_execpath
  // The Node that runs npm, not the one in node_modules, which npm is about to replace.
  const node = process.env.npm_node_execpath ?? process.execPath
  const words = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm ? spawnSync(node, [npm, ...words], inRoot()) : spawnSync('npm', words, inRoot())
  if (result.status !== 0)
    throw new Error('npm ci failed; what it printed above says why. Then run the same command again.')
  const missing = missingPackage()
  if (missing !== null) throw new Error(`npm ci ended well, but the package ${missing} is not there.`)
}

function installReason() {
  if (!existsSync(MODULES)) return 'node_modules is missing'
  if (buildReason() !== null && !existsSync(VITE))
    return 'the dashboard has to be built and its tools are not installed'
  // Where somebody ran npm themselves, everything is there and nothing is repeated.
  const missing = missingPackage()
  return missing === null ? null : `${missing} is not installed in the version of package-lock.json`
}

// The first package of our lock that npm's own record of node_modules does not have in the same version; null if all are
// there. The tests need the development packages too.
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

// A list names what is allowed ("linux") or what is not ("!win32").
function allows(list, mine) {
  const words = [list ?? []].flat()
  const refused = words.filter((word) => word.startsWith('!'))
  if (refused.includes(`!${mine}`)) return false
  return words.length === refused.length || words.includes(mine)
}

function findLibc() {
  if (process.platform !== 'linux') return 'none'
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

function build() {
  const reason = buildReason()
  if (reason === null) return
  say(`Building the dashboard, because ${reason}.`)
  // React's development build ends up in the bundle when NODE_ENV says so.
  const result = spawnSync(
    existsSync(NODE) ? NODE : process.execPath,
    [VITE, 'build', 'web', '--logLevel', 'warn'],
    inRoot({ NODE_ENV: 'production' }),
  )
  if (result.status !== 0) throw new Error('The dashboard could not be built; what vite printed above says why.')
  mkdirSync(dirname(WEB_STAMP), { recursive: true })
  writeFileSync(WEB_STAMP, webHash())
}

function buildReason() {
  if (!existsSync(join(ROOT, 'web', 'index.html'))) return null
  if (!existsSync(join(ROOT, 'web', 'dist', 'index.html'))) return 'there is none yet'
  const stamp = existsSync(WEB_STAMP) ? readFileSync(WEB_STAMP, 'utf8') : null
  return stamp === webHash() ? null : 'its sources changed'
}

function webHash() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  hashFolder(hash, join(ROOT, 'web'))
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

// npm puts node_modules/.bin first on the path of what follows, so the Node there must work if it is there at all.
function checkNode() {
  if (existsSync(NODE)) {
    const version = spawnSync(NODE, ['--version'], { encoding: 'utf8' }).stdout
    if (version?.startsWith(`v${NODE_MAJOR}.`)) return
    // Made for another C library, for instance. The machine's own Node may serve.
    rmSync(NODE)
  }
  const own = spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (Number(/^v(\d+)/.exec(own)?.[1] ?? 0) >= NODE_MAJOR) return
  throw new Error(
    `There is no Node ${NODE_MAJOR} from npm for this system (${process.platform} ${process.arch}, ${LIBC}), and the installed one is ${own.trim() || 'missing'}. Install Node ${NODE_MAJOR} or newer.`,
  )
}

// Two starts in one clone must not both install. A socket in the kernel's own namespace can be held by one process only
// and is free the moment that process is gone, however it went. Other systems have no such namespace and go ahead.
async function takeTurn() {
  if (process.platform !== 'linux') return { close() {} }
  const path = `\0pantau-setup-${createHash('sha256').update(ROOT).digest('hex')}`
  for (let waited = 0; waited < TURN_MS_MAX; waited += TURN_CHECK_MS) {
    const server = await listen(path)
    if (server !== null) return server
    if (waited === 0) say('Waiting for another set-up in this folder to finish.')
    await sleep(TURN_CHECK_MS)
  }
  throw new Error(
    'Another set-up in this folder has not finished for twenty minutes. End it, then run the same command again.',
  )
}

function listen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen({ path }, () => resolve(server.unref()))
  })
}

function inRoot(env = {}) {
  return { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }
}

function say(message) {
  console.error(`pantau: ${message}`)
}
