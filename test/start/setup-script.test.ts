import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openFolder } from './launch.ts'

// A fake npm replaces the real one, which is outside of these tests: it records its calls and installs what the lock file says,
// slowly enough for a second start to overlap.
const NPM = `
const { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync } = require('node:fs')
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
rmSync('node_modules', { recursive: true, force: true })
setTimeout(() => {
  mkdirSync('node_modules/.bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/.bin/node')
  cpSync('package-lock.json', 'node_modules/.package-lock.json')
}, 700)
`

test('a fresh clone is installed once, even with two concurrent starts, and not again', async (t) => {
  const clone = aClone(t)
  const [one, two] = await Promise.all([setUp(clone, 'start'), setUp(clone, 'start')])
  assert.deepEqual([one.status, two.status], [0, 0])
  assert.match(`${one.stderr}${two.stderr}`, /Installing packages \(npm ci\), because node_modules is missing/)
  assert.equal((await setUp(clone, 'start')).stderr, '')
  assert.equal(npmCalls(clone), 1)
})

test('packages that were installed with npm before are not installed again until the lock changes', async (t) => {
  const clone = aClone(t)
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(process.execPath, join(clone, 'node_modules', '.bin', 'node'))
  cpSync(join(clone, 'package-lock.json'), join(clone, 'node_modules', '.package-lock.json'))
  assert.equal((await setUp(clone, 'start')).status, 0)
  assert.equal(npmCalls(clone), 0)
  writeLock(clone, { 'node_modules/left-pad': { version: '2.0.0' } })
  assert.match((await setUp(clone, 'start')).stderr, /left-pad is not installed in the version of package-lock.json/)
  assert.equal(npmCalls(clone), 1)
})

test('packages for other systems, and for development when starting, are not required', async (t) => {
  const clone = aClone(t)
  await setUp(clone, 'start')
  writeLock(clone, {
    'node_modules/left-pad': { version: '1.0.0' },
    'node_modules/for-windows': { version: '1.0.0', optional: true, os: ['win32'] },
    'node_modules/not-for-here': { version: '1.0.0', optional: true, os: [`!${process.platform}`] },
    'node_modules/a-linter': { version: '1.0.0', dev: true },
  })
  assert.equal((await setUp(clone, 'start')).stderr, '')
  assert.match((await setUp(clone, 'develop')).stderr, /a-linter is not installed/)
  writeLock(clone, { 'node_modules/for-here': { version: '1.0.0', optional: true, cpu: process.arch } })
  assert.match((await setUp(clone, 'start')).stderr, /for-here is not installed/)
})

test('a failing npm fails the set-up', async (t) => {
  const clone = aClone(t)
  writeFileSync(join(clone, 'npm.cjs'), 'process.exit(7)')
  const { status, stderr } = await setUp(clone, 'start')
  assert.equal(status, 1)
  assert.match(stderr, /npm ci failed/)
})

test('the dashboard is built when its sources changed, and only then', async (t) => {
  const clone = aClone(t)
  await setUp(clone, 'start')
  const vite = join(clone, 'node_modules', 'vite', 'bin')
  mkdirSync(vite, { recursive: true })
  writeFileSync(
    join(vite, 'vite.js'),
    `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
     appendFileSync('builds', process.env.NODE_ENV + ' ')
     mkdirSync('web/dist', { recursive: true })
     writeFileSync('web/dist/index.html', '')`,
  )
  mkdirSync(join(clone, 'web', 'src'), { recursive: true })
  writeFileSync(join(clone, 'web', 'index.html'), '<html>')
  writeFileSync(join(clone, 'web', 'src', 'main.ts'), 'one')
  mkdirSync(join(clone, 'client', 'src'), { recursive: true })
  writeFileSync(join(clone, 'client', 'src', 'index.ts'), 'one')
  mkdirSync(join(clone, 'src', 'domain'), { recursive: true })
  writeFileSync(join(clone, 'src', 'domain', 'platform.ts'), 'one')
  const builds = () => readFileSync(join(clone, 'builds'), 'utf8').trim().split(' ')

  assert.match((await setUp(clone, 'start')).stderr, /Building the dashboard/)
  assert.equal((await setUp(clone, 'start')).stderr, '')
  writeFileSync(join(clone, 'web', 'src', 'main.ts'), 'two')
  assert.match((await setUp(clone, 'start')).stderr, /its sources changed/)
  writeFileSync(join(clone, 'client', 'src', 'index.ts'), 'two')
  assert.match((await setUp(clone, 'start')).stderr, /its sources changed/)
  rmSync(join(clone, 'web', 'dist'), { recursive: true })
  await setUp(clone, 'start')
  assert.deepEqual(builds(), ['production', 'production', 'production', 'production'])
})

function aClone(t: TestContext): string {
  const clone = openFolder(t)
  cpSync(join(import.meta.dirname, '..', '..', 'bin'), join(clone, 'bin'), { recursive: true })
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'pantau', type: 'module' }))
  writeFileSync(join(clone, 'npm.cjs'), NPM)
  writeLock(clone, { 'node_modules/left-pad': { version: '1.0.0' } })
  return clone
}

function writeLock(clone: string, packages: Record<string, object>): void {
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
}

function npmCalls(clone: string): number {
  const file = join(clone, 'npm-calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
}

function setUp(clone: string, purpose: string): Promise<{ status: number; stderr: string }> {
  const env = {
    ...process.env,
    npm_execpath: join(clone, 'npm.cjs'),
    npm_node_execpath: process.execPath,
    NODE_ENV: 'development',
  }
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(clone, 'bin', 'setup.mjs'), purpose],
      { env, cwd: '/' },
      (error, _stdout, stderr) => {
        done({ status: error === null ? 0 : Number(error.code), stderr })
      },
    )
  })
}
