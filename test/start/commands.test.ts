import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Command } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { ALL_SETTINGS } from '../../src/config.ts'
import { VERSION } from '../../src/version.ts'
import { type Ended, MAIN, runNode } from './terminal.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pantau-commands-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

function pantau(...args: string[]): Promise<Ended> {
  return inEnvironment({}, ...args)
}

function inEnvironment(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  return runNode([MAIN, ...args], { cwd: folder, env: { PANTAU_DATA_DIR: join(folder, 'data'), ...env } })
}

async function everyCommand(): Promise<string[][]> {
  const found: string[][] = [[]]
  const add = (words: string[], { subcommands }: Command) => {
    found.push(words)
    for (const [name, command] of Object.entries(subcommands)) add([...words, name], command)
  }
  for (const [name, { load }] of Object.entries(COMMANDS)) add([name], await load())
  return found
}

describe('every command', { concurrency: 2 }, async () => {
  for (const command of await everyCommand()) {
    const name = ['pantau', ...command].join(' ')
    test(`${name} --help prints its usage with an example and exit codes, and does nothing else`, async () => {
      const { status, stdout, stderr } = await pantau(...command, '--help')
      assert.deepEqual([status, stderr], [0, ''])
      assert.ok(stdout.startsWith(name), stdout)
      assert.match(stdout, new RegExp(`^ {2}.*${name}`, 'm'), 'an example')
      assert.match(stdout, /\n\nExit codes: 0 done, 1 failed, 2 mistyped\.\n$/)
      assert.deepEqual(readdirSync(folder), [])
    })

    // Subcommands read their options with the same function.
    if (command.length === 2) continue
    test(`${name} names an option that it does not have, with its usage, and does nothing else`, async () => {
      const { status, stdout, stderr } = await pantau(...command, '--hlep')
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, /^Unknown \w+ "--hlep"\./)
      assert.match(stderr, new RegExp(`^${name} ?`, 'm'), 'the usage follows')
      assert.deepEqual(readdirSync(folder), [])
    })
  }
})

test('the nearest command and option are suggested', async () => {
  assert.match((await pantau('strat')).stderr, /^Unknown command "strat". Did you mean "start"\?/)
  assert.match((await pantau('--verson')).stderr, /^Unknown option "--verson". Did you mean "--version"\?/)
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

// A file of settings that is removed again.
async function withFile<T>(text: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, '.env')
  writeFileSync(file, text)
  try {
    return await work()
  } finally {
    rmSync(file)
  }
}

const READ_FILE = { PANTAU_ENV_FILE: '' }
const FILE = `# Settings
export PORT=8080
HOST = 'localhost' # only here

PANTAU_CONTACT="a
b"
PANTAU_X_TOKEN=a-secret-token
DATABASE_URL=postgres://sari:a-secret-password@db.example.org/pantau?password=another-secret
`

test('config prints every setting, its value and where it came from, without secrets', async () => {
  const [json, table] = await withFile(FILE, () =>
    Promise.all([
      inEnvironment({ ...READ_FILE, PORT: '9090', PANTAU_TIMEZONE: 'Asia/Makassar' }, 'config', '--json'),
      inEnvironment({ ...READ_FILE, PANTAU_PRT: '1' }, 'config'),
    ]),
  )
  assert.deepEqual([json.status, json.stderr, table.status], [0, '', 0])
  const settings = JSON.parse(json.stdout) as { name: string; value: string | null; from: string }[]
  assert.deepEqual(
    settings.map(({ name }) => name),
    ALL_SETTINGS.map(({ name }) => name),
  )
  const shown = (name: string) => {
    const { value, from } = settings.find((setting) => setting.name === name) ?? {}
    return [value, from]
  }
  assert.deepEqual(shown('PORT'), ['9090', 'environment'])
  assert.deepEqual(shown('PANTAU_TIMEZONE'), ['Asia/Makassar', 'environment'])
  assert.deepEqual(shown('HOST'), ['localhost', 'file'])
  assert.deepEqual(shown('PANTAU_CONTACT'), ['a\nb', 'file'])
  assert.deepEqual(shown('PANTAU_X_TOKEN'), ['[hidden]', 'file'])
  assert.deepEqual(shown('DATABASE_URL'), ['postgres://[hidden]@db.example.org/pantau?[hidden]', 'file'])
  assert.deepEqual(shown('PANTAU_WORKERS'), ['4', 'default'])
  assert.deepEqual(shown('PANTAU_YOUTUBE_KEY'), [null, 'default'])
  assert.match(table.stdout, /^PORT +8080 +\.env$/m)
  assert.match(table.stderr, /^Unknown setting "PANTAU_PRT"\./)
  assert.doesNotMatch(json.stdout + table.stdout, /a-secret|another-secret|sari/)
})

test('config names settings that cannot be used', async () => {
  const { status, stdout, stderr } = await inEnvironment({ PORT: 'http' }, 'config')
  assert.equal(status, 1)
  assert.match(stdout, /^PORT +http +environment$/m)
  assert.match(stderr, /PORT is not a whole number/)
})

test('a malformed .env is refused by its line, which is not repeated; a stated file must exist', async () => {
  for (const [text, line] of [
    ['PORT=1\n\nmy secret\n', 3],
    ['HOST="a\nb"\nPORT="1\n', 3],
    ['=1', 1],
  ] as const) {
    const { status, stderr } = await withFile(text, () => inEnvironment(READ_FILE, 'config'))
    assert.deepEqual([status, stderr.startsWith(`.env, line ${line}: `)], [1, true], stderr)
    assert.doesNotMatch(stderr, /secret/)
  }
  const missing = await inEnvironment({ PANTAU_ENV_FILE: 'no.env' }, 'config')
  assert.deepEqual([missing.status, missing.stderr], [1, 'The file no.env cannot be read (ENOENT).\n'])
})
