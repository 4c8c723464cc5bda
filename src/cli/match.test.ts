import assert from 'node:assert/strict'
import { PassThrough, Readable, Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '../domain/problem.ts'
import { matchCommand } from './match.ts'

test('one text gives one JSON object with the reason', async () => {
  const [result, ...others] = await run([
    '--exclude',
    'promo, iklan',
    'banjir and kota tua or gempa',
    'Banjir di #KotaTua',
  ])
  assert.deepEqual(result, {
    matched: true,
    alternative: 0,
    found: [
      { term: 'banjir', spans: [{ start: 0, end: 6 }] },
      { term: 'kota tua', spans: [{ start: 10, end: 18 }] },
    ],
    excludedBy: null,
  })
  assert.deepEqual(others, [])
})

test('with --stdin every line is a text, regardless of chunks, line endings and a missing final line break', async () => {
  const bytes = Buffer.from('gempa\r\nkota\n\ngémpa 🔥\ngempa')
  const input = Readable.from([...bytes].map((byte) => Buffer.of(byte)))
  const results = await run(['--stdin', 'gempa'], input)
  assert.deepEqual(
    results.map((result) => (result as { matched: boolean }).matched),
    [true, false, false, true, true],
  )
})

test('--stdin reads no faster than its results are consumed', async () => {
  let lines = 0
  const endless = Readable.from(
    (async function* () {
      for (; lines < 100_000; lines++) yield 'gempa\n'
    })(),
  )
  const stdout = new Writable({ highWaterMark: 1_000, write: () => {} })
  const running = matchCommand({ stdin: endless, stdout }).run(['--stdin', 'gempa'])
  for (let turns = 0; turns < 200; turns++) await nextTurn()
  assert.ok(lines < 1_000, `${lines} lines were read`)
  stdout.destroy(Object.assign(new Error('closed'), { code: 'EPIPE' }))
  assert.equal(await running, 0)
})

test('an expression that cannot be read is a Problem that says where', async () => {
  await assert.rejects(
    run(['banjir and', 'x']),
    (error) => error instanceof Problem && /no term after "and" at character 8/.test(error.message),
  )
})

test('missing, extra and unknown arguments end with 2, and nothing is printed', async () => {
  const stdout = new PassThrough()
  const cases = [['banjir'], [], ['banjir', 'x', 'y'], ['--stdin', 'banjir', 'x'], ['--unknown', 'banjir', 'x']]
  for (const args of cases)
    assert.equal(await matchCommand({ stdin: Readable.from([]), stdout }).run(args), 2, args.join(' '))
  assert.equal(stdout.read(), null)
})

test('an endless line is rejected before it fills the memory', async () => {
  const input = Readable.from(Array.from({ length: 20 }, () => 'x'.repeat(100_000)))
  await assert.rejects(
    run(['--stdin', 'banjir'], input),
    (error) => error instanceof Problem && error.kind === 'too-large',
  )
})

async function run(args: string[], stdin: Readable = Readable.from([])): Promise<unknown[]> {
  const stdout = new PassThrough()
  const written = readAll(stdout)
  assert.equal(await matchCommand({ stdin, stdout }).run(args), 0)
  stdout.end()
  const lines = (await written).split('\n').filter((line) => line !== '')
  return lines.map((line): unknown => JSON.parse(line))
}
