import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { examineStream } from '../../src/collect/import/examine.ts'
import { openSpool, type Spool } from '../../src/collect/import/file.ts'
import { openFolder } from '../start/launch.ts'

const OPTIONS = { stated: null, timeZone: 'Asia/Jakarta' }

async function drain(spool: Spool): Promise<void> {
  for await (const _ of spool.chunks());
}

test('a file that is larger than allowed is refused, and the next one is taken', async () => {
  const spool = await openSpool(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100)
  await assert.rejects(drain(spool), /larger than 100 bytes/)
  await spool.close()
  const next = await openSpool(Readable.from([Buffer.alloc(100)]), 100)
  await drain(next)
  assert.equal((await next.finish()).size, 100)
  await next.close()
})

test('only so many files are received at once', async () => {
  const open = await Promise.all([1, 2, 3, 4].map(() => openSpool(Readable.from(['x']))))
  await assert.rejects(openSpool(Readable.from(['x'])), /Too many files are being imported/)
  for (const spool of open) await spool.close()
  await (await openSpool(Readable.from(['x']))).close()
})

test('a temporary file has no name, so that nothing is left of a killed process', async (t) => {
  // Other tests write temporary files at the same time.
  const folder = openFolder(t)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const named = () => readdirSync(folder)
  const examined = await examineStream(Readable.from(['text,date\nbanjir,2026-03-20\n']), OPTIONS)
  assert.deepEqual(named(), [])
  assert.equal((await examined.file.read(0, 4)).toString(), 'text')
  await examined.close()
})

test('a file that is refused in the first pass gives its place back', async () => {
  const wide = Array.from({ length: 600 }, (_, n) => `c${n}`).join(',')
  for (let attempt = 0; attempt < 6; attempt++) {
    await assert.rejects(examineStream(Readable.from([`${wide}\n`]), OPTIONS), /600 columns/)
  }
})
