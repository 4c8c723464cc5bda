import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { NO_TERMINAL, runNode, runOnTerminal } from './terminal.ts'

// Logs two lines, one with what a hostile server may have sent.
const LOG = new URL('../../src/log.ts', import.meta.url).href
const SCRIPT = `
const { log } = await import(${JSON.stringify(LOG)})
log.info({ port: 3000 }, 'listening')
log.warn({ body: '\\u001b[2J' }, 'the reply was \\u001b]0;owned\\u0007 \\u009b2J \\\\u001b')
log.flush()`
const ARGS = ['--input-type=module', '--eval', SCRIPT]
const LEVEL = { PANTAU_LOG_LEVEL: 'info' }

const isJson = (text: string) =>
  text
    .trim()
    .split('\n')
    .every((line) => typeof JSON.parse(line).level === 'number')

test('the log is JSON in a pipe, and readable there when PANTAU_LOG says so, without colours', async () => {
  const [piped, chosen] = await Promise.all([
    runNode(ARGS, { env: LEVEL }),
    runNode(ARGS, { env: { ...LEVEL, PANTAU_LOG: 'pretty' } }),
  ])
  assert.equal(piped.stdout, '')
  assert.ok(isJson(piped.stderr), piped.stderr)
  assert.match(chosen.stderr, /^\[\d\d:\d\d:\d\d\] INFO: listening \{"port":3000\}\n/)
  assert.ok(!chosen.stderr.includes('\u001b'), chosen.stderr)
})

test('the log is readable and coloured on a terminal, and JSON there when PANTAU_LOG says so', {
  skip: NO_TERMINAL,
}, async () => {
  const [shown, plain, chosen] = await Promise.all([
    runOnTerminal(ARGS, { env: LEVEL }),
    runOnTerminal(ARGS, { env: { ...LEVEL, NO_COLOR: '1' } }),
    runOnTerminal(ARGS, { env: { ...LEVEL, PANTAU_LOG: 'json' } }),
  ])
  assert.ok(shown.stdout.includes('\u001b[32mINFO\u001b[39m: \u001b[36mlistening'), shown.stdout)
  assert.match(stripVTControlCharacters(shown.stdout), /INFO: listening \{"port":3000\}\r?\n/)
  assert.match(plain.stdout, /INFO: listening \{"port":3000\}\r?\n/)
  assert.ok(isJson(chosen.stdout), chosen.stdout)
})

test('control characters in what is logged are shown, not obeyed', { skip: NO_TERMINAL }, async () => {
  const { stdout } = await runOnTerminal(ARGS, { env: { ...LEVEL, NO_COLOR: '1' } })
  assert.ok(stdout.includes('the reply was \\u001b]0;owned\\u0007 \\u009b2J \\u001b'), stdout)
  assert.doesNotMatch(stdout.replace(/[\r\n]/g, ''), /\p{Cc}/u)
})
