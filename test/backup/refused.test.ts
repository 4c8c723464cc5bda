import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createGunzip, gzipSync } from 'node:zlib'
import { Problem } from '../../src/domain/problem.ts'
import { checkBackup, writeBackup } from '../../src/postgres/backup.ts'
import { addTestProject, startApi, type TestApi } from '../api.ts'
import { seedMentions } from '../mentions.ts'
import { onServer, type TestDatabase, testDatabase } from '../setup.ts'
import { type Contents, readContents } from './compare.ts'
import { pantau } from './pantau.ts'

const folder = mkdtempSync(join(tmpdir(), 'pantau-refused-'))
let api: TestApi
let target: TestDatabase
let text: Buffer

before(async () => {
  api = await startApi()
  target = await testDatabase()
  const user = await api.user()
  await seedMentions(api.pool, user, await addTestProject(user), [{}, {}, { text: 'banjir \\. \\N' }])
  const out = new PassThrough()
  const bytes = buffer(out)
  await writeBackup(api.url, out)
  out.end()
  text = await bytes
})
after(async () => {
  await api.close()
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

const isProblem = (error: unknown) => error instanceof Problem

async function contentsOf(url: string): Promise<Contents> {
  let contents: Contents = {}
  await onServer(url, async (db) => {
    contents = await readContents(db)
  })
  return contents
}

test('a backup cut at any byte is refused', async () => {
  await checkBackup(Readable.from([text]))
  // The last byte is only the end of a line.
  for (let length = 0; length < text.length - 1; length += length < 400 || length > text.length - 400 ? 1 : 37) {
    await assert.rejects(checkBackup(Readable.from([text.subarray(0, length)])), isProblem, `cut at ${length}`)
  }
})

test('a compressed backup cut at any byte is refused', async () => {
  const packed = gzipSync(text)
  const check = (bytes: Buffer) => checkBackup(Readable.from([bytes]).pipe(createGunzip()))
  await check(packed)
  for (let length = 0; length < packed.length; length += length > packed.length - 50 ? 1 : 61) {
    await assert.rejects(check(packed.subarray(0, length)), isProblem, `cut at ${length}`)
  }
})

test('a damaged byte in a compressed backup is noticed', async () => {
  const packed = gzipSync(text)
  for (let at = 20; at < packed.length; at += 211) {
    const damaged = Buffer.from(packed)
    damaged[at] = (damaged[at] ?? 0) ^ 0x10
    await assert.rejects(checkBackup(Readable.from([damaged]).pipe(createGunzip())), isProblem, `damaged at ${at}`)
  }
})

function foreignFiles(): Record<string, Buffer> {
  const lines = text.toString().split('\n')
  const header = JSON.parse(lines[0] ?? '')
  const withHeader = (value: unknown) => gzipSync([JSON.stringify(value), ...lines.slice(1)].join('\n'))
  return {
    empty: Buffer.alloc(0),
    'plain text': Buffer.from('hello\n'),
    'plain backup': text,
    'other text, compressed': gzipSync('hello\n'),
    'nothing, compressed': gzipSync(''),
    'a dump of another tool': gzipSync('--\n-- PostgreSQL database dump\n--\nselect 1;\n'),
    null: gzipSync('null\n'),
    'a number for a table': gzipSync(`${lines[0]}\n5\n`),
    'another format': withHeader({ ...header, format: 'other' }),
    'no migrations': withHeader({ ...header, migrations: [] }),
    'a newer version': withHeader({ ...header, migrations: [...header.migrations, '9999_future.sql'] }),
    'more after the end': gzipSync(`${text}more\n`),
    'two backups': gzipSync(Buffer.concat([text, text])),
    'a row too few': gzipSync(
      lines
        .toSpliced(
          lines.findIndex((line) => line.includes('banjir')),
          1,
        )
        .join('\n'),
    ),
  }
}

test('a foreign file is refused in one line, and nothing is changed', async () => {
  const before = await contentsOf(target.url)
  const dataDir = join(folder, 'data')
  for (const [name, bytes] of Object.entries({ ...foreignFiles(), cut: gzipSync(text).subarray(0, 900) })) {
    const file = join(folder, 'file.gz')
    writeFileSync(file, bytes)
    const [onExisting, onNew] = await Promise.all([
      pantau(['restore', file], { DATABASE_URL: target.url }),
      pantau(['restore', file], { DATABASE_URL: '', PANTAU_DATA_DIR: dataDir }),
    ])
    for (const { status, printed } of [onExisting, onNew]) {
      assert.equal(status, 1, `${name}: ${printed}`)
      assert.match(printed, /^(This is not a backup|The backup) .*\.\n$/, name)
    }
    assert.equal(existsSync(dataDir), false, name)
  }
  assert.deepEqual(await contentsOf(target.url), before)
})

test('a row that the server refuses ends the restore with nothing restored', async () => {
  const before = await contentsOf(target.url)
  const file = join(folder, 'wrong-row.gz')
  // Still well-formed as a file: a time of every mention is no longer one.
  const wrong = text.toString().replaceAll(/^(.*banjir.*\t)\d{4}-\d\d-\d\d [^\t\n]+/gm, '$1not a time')
  writeFileSync(file, gzipSync(wrong))
  const { status, printed } = await pantau(['restore', file], { DATABASE_URL: target.url })
  assert.equal(status, 1)
  assert.match(printed, /invalid input syntax/)
  assert.deepEqual(await contentsOf(target.url), before)
})

test('a file that cannot be read or written is named with the reason', async () => {
  const env = { DATABASE_URL: target.url }
  const missing = join(folder, 'missing', 'file.gz')
  for (const command of ['backup', 'restore']) {
    const { status, printed } = await pantau([command, missing], env)
    assert.equal(status, 1)
    assert.match(printed, /^The file \S+ cannot be used: it, or its folder, does not exist\.\n$/)
  }
  assert.match((await pantau(['restore', folder], env)).printed, /^The file \S+ cannot be used: it is a folder\.\n$/)
  const { status, printed } = await pantau(['backup', join(folder, 'x.gz'), '--snapshot', "'; drop table mention"], env)
  assert.equal(status, 1)
  assert.match(printed, /^There is no snapshot /)
  assert.equal(existsSync(join(folder, 'x.gz')), false)
  assert.equal(existsSync(join(folder, 'x.gz.part')), false)
})
