import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Command } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { ALL_SETTINGS } from '../../src/config.ts'
import { VERSION } from '../../src/version.ts'
import { type Ended, MAIN, runCommands, runNode } from './terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'pantau-commands-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const DATA = { PANTAU_DATA_DIR: join(folder, 'data') }

function pantau(...lines: readonly (readonly string[])[]): Promise<Ended[]> {
  return runCommands(
    lines.map((args) => ({ args })),
    { cwd: folder, env: DATA },
  )
}

// A process of its own, which reads the file of settings.
function inEnvironment(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  return runNode([MAIN, ...args], { cwd: folder, env: { ...DATA, ...env } })
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

describe('every command', async () => {
  const commands = await everyCommand()
  let helped: Ended[] = []
  let refused: Ended[] = []
  before(async () => {
    const ended = await pantau(
      ...commands.flatMap((command) => [
        [...command, '--help'],
        [...command, '--hlep'],
      ]),
    )
    helped = ended.filter((_, index) => index % 2 === 0)
    refused = ended.filter((_, index) => index % 2 === 1)
  })

  for (const [index, command] of commands.entries()) {
    const name = ['pantau', ...command].join(' ')
    test(`${name} --help prints its usage with an example and exit codes`, () => {
      const { status, stdout = '', stderr } = helped[index] ?? {}
      assert.deepEqual([status, stderr], [0, ''])
      assert.ok(stdout.startsWith(name), stdout)
      assert.match(stdout, new RegExp(`^ {2}.*${name}`, 'm'), 'an example')
      assert.match(stdout, /\n\nExit codes: 0 done, 1 failed, 2 mistyped\.\n$/)
    })

    test(`${name} names an option that it does not have, with its usage`, () => {
      const { status, stdout, stderr = '' } = refused[index] ?? {}
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, /^Unknown \w+ "--hlep"\./)
      assert.match(stderr, new RegExp(`^${name} ?`, 'm'), 'the usage follows')
    })
  }

  test('is in the table of docs/reference/command-line.md, with its subcommands', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference/command-line.md'), 'utf8')
    const [, table = ''] = /^\| command \|.*\n\|-.*\n((?:\|.*\n)+)/m.exec(page) ?? []
    const listed = table.split('\n').flatMap((row) => {
      const [, cell = ''] = /^\| (.*?) \| /.exec(row) ?? []
      return Array.from(cell.matchAll(/`([^`]+)`/g), ([, words = '']) => words).flatMap((words) => {
        const [name = '', subcommands] = words.split(' ')
        return [name, ...(subcommands?.split('\\|').map((subcommand) => `${name} ${subcommand}`) ?? [])]
      })
    })
    const expected = commands.filter((command) => command.length > 0).map((command) => command.join(' '))
    assert.deepEqual(listed.sort(), expected.sort())
  })

  test('does nothing else then', () => {
    assert.deepEqual(readdirSync(folder), [])
  })
})

test('the nearest command and option are suggested, missing and extra arguments are named', async () => {
  const cases: [string[], RegExp][] = [
    [['strat'], /^Unknown command "strat". Did you mean "start"\?/],
    [['--verson'], /^Unknown option "--verson". Did you mean "--version"\?/],
    [['user', 'ad'], /^Unknown subcommand "ad". Did you mean "add"\?/],
    [['import', '--projet', 'x', 'y'], /^Unknown option "--projet". Did you mean "--project"\?/],
    [['backup'], /^The argument <file> is missing\./],
    [['collect', 'a', 'b'], /^Unexpected argument "b"\./],
    [['import', 'posts.csv'], /^The option --project is missing\./],
  ]
  const ended = await pantau(...cases.map(([args]) => args))
  for (const [index, [, message]] of cases.entries()) {
    assert.equal(ended[index]?.status, 2)
    assert.match(ended[index]?.stderr ?? '', message)
  }
  assert.deepEqual(readdirSync(folder), [])
})

test('the version is that of the package', async () => {
  const { status, stdout } = await inEnvironment({}, '--version')
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
      inEnvironment({ ...READ_FILE, PANTAU_PROT: '1', PANTAU_X_TOKN: '1', PANTAU_AUDIT: 'required' }, 'config'),
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
  assert.deepEqual(table.stderr.trim().split('\n').sort(), [
    'Unknown setting "PANTAU_PROT". Did you mean "PORT"?',
    'Unknown setting "PANTAU_X_TOKN". Did you mean "PANTAU_X_TOKEN"?',
  ])
  assert.doesNotMatch(json.stdout + table.stdout, /a-secret|another-secret|sari/)
})

test('config names settings that cannot be used', async () => {
  const { status, stdout, stderr } = await inEnvironment({ PORT: 'http' }, 'config')
  assert.equal(status, 1)
  assert.match(stdout, /^PORT +http +environment$/m)
  assert.match(stderr, /PORT is not a whole number/)
})

test('a malformed .env is refused by its line, which is not repeated; a stated file must exist', async () => {
  const refusal = async (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    const { status, stderr } = await inEnvironment({ PANTAU_ENV_FILE: file }, 'config')
    assert.equal(status, 1)
    return stderr
  }
  const rule = 'a setting is written NAME=value, a comment starts with #.\n'
  const refusals = await Promise.all([
    refusal('words.env', 'PORT=1\n\nmy secret\n'),
    refusal('quote.env', 'HOST="a\nb"\nPORT="1\n'),
    refusal('name.env', '=1'),
    inEnvironment({ PANTAU_ENV_FILE: 'no.env' }, 'config').then(({ stderr }) => stderr),
  ])
  assert.deepEqual(refusals, [
    `words.env, line 3: ${rule}`,
    `quote.env, line 3: ${rule}`,
    `name.env, line 1: ${rule}`,
    'PANTAU_ENV_FILE: the file cannot be read (ENOENT).\n',
  ])
})
