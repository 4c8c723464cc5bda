import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { before, test } from 'node:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { runCommands } from './terminal.ts'

let script = ''
let zsh = ''
let fish = ''
before(async () => {
  const lines = ['bash', 'zsh', 'fish'].map((shell) => ({ args: ['completion', shell] }))
  ;[script = '', zsh = '', fish = ''] = (await runCommands(lines)).map(({ stdout }) => stdout)
})

// What bash offers for the last of these words.
function complete(...words: string[]): string[] {
  const typed = ['pantau', ...words].map((word) => `'${word}'`).join(' ')
  const call = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _pantau; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', call], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return stdout.split('\n').filter((word) => word !== '')
}

test('bash completes commands, subcommands and options', () => {
  assert.deepEqual(complete(''), [...Object.keys(COMMANDS), '--help', '--version'])
  assert.deepEqual(complete('re'), ['restore', 'recount'])
  assert.deepEqual(complete('query', ''), ['mentions', 'stories', 'insights', '--help'])
  assert.deepEqual(complete('user', 'add', '--q'), ['--quota'])
  assert.deepEqual(complete('query', 'mentions', 'Banjir', '--s'), ['--sentimen', '--sosmedId', '--story'])
  assert.deepEqual(complete('export', 'Banjir', 'out.csv', '--co'), ['--columns'])
  assert.deepEqual(complete('backup', 'user'), [], 'file names are left to the shell')
})

test('bash accepts the whole script, and zsh and fish have one with the same commands', () => {
  assert.match(script, /^complete -o default -F _pantau pantau$/m)
  assert.ok(zsh.endsWith(script))
  for (const name of Object.keys(COMMANDS))
    assert.match(fish, new RegExp(`^complete -c pantau -n '__fish_use_subcommand' -f -a ${name}$`, 'm'))
  assert.match(fish, /^complete -c pantau -n '__pantau_typed query mentions' -l sentimen$/m)
})
