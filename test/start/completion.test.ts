import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { before, test } from 'node:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { MAIN, runNode } from './terminal.ts'

let script = ''
before(async () => {
  script = (await runNode([MAIN, 'completion', 'bash'])).stdout
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

test('bash accepts the whole script, and zsh and fish have one with the same commands', async () => {
  assert.match(script, /^complete -o default -F _pantau pantau$/m)
  const [zsh, fish] = await Promise.all([runNode([MAIN, 'completion', 'zsh']), runNode([MAIN, 'completion', 'fish'])])
  assert.ok(zsh.stdout.endsWith(script))
  for (const name of Object.keys(COMMANDS))
    assert.match(fish.stdout, new RegExp(`^complete -c pantau -n '__fish_use_subcommand' -f -a ${name}$`, 'm'))
  assert.match(fish.stdout, /^complete -c pantau -n '__pantau_typed query mentions' -l sentimen$/m)
})
