import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { VERSION } from '../../src/version.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pantau-commands-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function pantau(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, PANTAU_DATA_DIR: join(folder, 'data') }
    execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr })
    })
  })
}

const COMMANDS = [
  [],
  ['start'],
  ['serve'],
  ['work'],
  ['migrate'],
  ['user'],
  ...['add', 'list', 'disable', 'enable', 'password', 'quota'].map((name) => ['user', name]),
  ['feed'],
  ...['add', 'list', 'remove', 'test'].map((name) => ['feed', name]),
  ['collect'],
  ['import'],
  ['match'],
  ['classify'],
  ['mcp'],
  ['backup'],
  ['restore'],
  ['doctor'],
]

for (const command of COMMANDS) {
  const name = ['pantau', ...command].join(' ')
  test(`${name} --help prints its usage and does nothing else; a mistyped option names itself`, async () => {
    const [help, mistyped] = await Promise.all([pantau(...command, '--help'), pantau(...command, '--hlep')])
    assert.deepEqual([help.status, help.stderr], [0, ''])
    assert.ok(help.stdout.startsWith(name), help.stdout)
    assert.equal(mistyped.status, 2)
    assert.equal(mistyped.stdout, '')
    assert.match(mistyped.stderr, /^Unknown \w+ "--hlep"\./)
    assert.ok(mistyped.stderr.includes(help.stdout.split('\n')[0] ?? ''), 'the usage follows')
    assert.deepEqual(readdirSync(folder), [])
  })
}

test('the nearest command and option are suggested', async () => {
  assert.match((await pantau('strat')).stderr, /^Unknown command "strat". Did you mean "start"\?/)
  assert.match((await pantau('user', 'ad')).stderr, /^Unknown subcommand "ad". Did you mean "add"\?/)
  assert.match(
    (await pantau('import', '--projet', 'x', 'y')).stderr,
    /^Unknown option "--projet". Did you mean "--project"\?/,
  )
})

test('missing and extra arguments are named', async () => {
  assert.match((await pantau('backup')).stderr, /^The argument <file> is missing\./)
  assert.match((await pantau('collect', 'a', 'b')).stderr, /^Unexpected argument "b"\./)
  assert.match((await pantau('import', 'posts.csv')).stderr, /^The option --project is missing\./)
  assert.deepEqual(readdirSync(folder), [])
})

test('the version is that of the package', async () => {
  const { status, stdout } = await pantau('--version')
  assert.deepEqual([status, stdout], [0, `${VERSION}\n`])
})
