import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readConfig } from '../config.ts'
import { Problem } from '../domain/problem.ts'
import { readBackup, writeBackup } from '../postgres/backup.ts'
import { borrowDatabase, withDatabase } from './database.ts'

// `pantau backup <file>`: beside a running service or without one. The file appears only when it is whole.
export async function backupCommand([file]: string[]): Promise<number> {
  if (file === undefined) throw new Problem('invalid', 'pantau backup <file.gz>')
  const config = readConfig(process.env)
  const partial = `${file}.part`
  const { tables, rows } = await withDatabase(config, async (pool) => {
    const text = new PassThrough()
    const written = pipeline(text, createGzip(), createWriteStream(partial, { mode: 0o600 }))
    const result = await writeBackup(pool, text)
    text.end()
    await written
    return result
  })
  await rename(partial, file)
  process.stdout.write(`Wrote ${tables} tables, ${rows} rows to ${file}.\n`)
  return 0
}

// `pantau restore <file>`: into an empty database.
export async function restoreCommand([file]: string[]): Promise<number> {
  if (file === undefined) throw new Problem('invalid', 'pantau restore <file.gz>')
  const config = readConfig(process.env)
  const database = await borrowDatabase(config)
  try {
    const input = createReadStream(file)
    const { tables, made } = await readBackup(database.url, input.pipe(createGunzip()))
    process.stdout.write(`Restored ${tables} tables as of ${made}. Everybody has to log in again.\n`)
    return 0
  } finally {
    await database.stop()
  }
}
