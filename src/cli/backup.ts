import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readConfig } from '../config.ts'
import { Problem } from '../domain/problem.ts'
import { type BackupSize, checkBackup, readBackup, writeBackup } from '../postgres/backup.ts'
import { borrowDatabase, withDatabase } from './database.ts'
import { openProgress } from './progress.ts'

// `pantau backup <file>`: works with or without a running service. The file appears only once it is complete.
export async function backupCommand([file]: string[]): Promise<number> {
  if (file === undefined) throw new Problem('invalid', 'pantau backup <file.gz>')
  const config = readConfig(process.env)
  const partial = `${file}.part`
  const progress = openProgress()
  try {
    const { tables, rows } = await withDatabase(config, (_pool, url) =>
      writeFile(url, partial, (size) => progress.show(`Writing: ${size.rows} rows from ${size.tables} tables`)),
    )
    await rename(partial, file)
    progress.end()
    process.stdout.write(`Wrote ${tables} tables with ${rows} rows to ${file}.\n`)
    return 0
  } catch (error) {
    progress.end()
    await rm(partial, { force: true })
    throw error
  }
}

async function writeFile(url: string, file: string, onProgress: (size: BackupSize) => void): Promise<BackupSize> {
  const text = new PassThrough()
  const written = pipeline(text, createGzip(), createWriteStream(file, { mode: 0o600 }))
  // A full disk must fail the backup, not only the file stream: the first of the two to fail gives the error.
  const size = await Promise.race([
    writeBackup(url, text, { onProgress }),
    written.then(() => Promise.reject(new Error('The file was closed before it was complete.'))),
  ]).catch(async (error: unknown) => {
    text.destroy()
    await written.catch(() => {})
    throw error
  })
  text.end()
  await written.catch((error: unknown) => {
    if (!text.writableFinished) throw error
  })
  return size
}

// `pantau restore <file>`: restores into an empty database. The whole file is checked before anything is changed.
export async function restoreCommand([file]: string[]): Promise<number> {
  if (file === undefined) throw new Problem('invalid', 'pantau restore <file.gz>')
  const config = readConfig(process.env)
  const progress = openProgress()
  const open = () => createReadStream(file).pipe(createGunzip())
  try {
    const { rows: total } = await checkBackup(open())
    const database = await borrowDatabase(config)
    try {
      const { tables, made } = await readBackup(database.url, open(), {
        onProgress: ({ rows }) => progress.show(`Restoring: ${rows} of ${total} rows`),
      })
      progress.end()
      process.stdout.write(`Restored ${tables} tables as of ${made}. All users must log in again.\n`)
      return 0
    } finally {
      await database.stop()
    }
  } finally {
    progress.end()
  }
}
