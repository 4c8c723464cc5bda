import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, pipeline as pipe, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type BackupOptions, type BackupSize, checkBackup, readBackup, writeBackup } from '../postgres/backup.ts'
import { defineCommand } from './command.ts'
import { borrowDatabase, withDatabase } from './database.ts'
import { explainFileFailure } from './file-failure.ts'
import { loadConfig } from './load-config.ts'
import { openProgress } from './progress.ts'

export const backupCommand = defineCommand({
  usage: `pantau backup <file> [--snapshot <name>]

Writes one consistent snapshot of everything to a compressed file. The service may keep running. The file appears when it is whole.
--snapshot takes what another transaction exported with pg_export_snapshot(), to compare the file with the database afterwards.

  pantau backup /backup/pantau-2026-03-20.gz`,
  options: { snapshot: { type: 'string' } },
  arguments: ['file'],
  run: ({ values: { snapshot }, args: [file = ''] }) => backUp(file, snapshot === undefined ? {} : { snapshot }),
})

async function backUp(file: string, options: BackupOptions): Promise<number> {
  const config = loadConfig()
  const partial = `${file}.part`
  const progress = openProgress()
  try {
    const { tables, rows } = await withDatabase(config, (_pool, url) =>
      writeFile(url, partial, {
        ...options,
        onProgress: ({ rows: done, rowsExpected: total = null }) =>
          progress.show({ what: 'Backup', done, total, unit: 'rows' }),
      }),
    )
    await rename(partial, file)
    progress.end()
    process.stdout.write(`Wrote ${tables} tables with ${rows} rows to ${file}.\n`)
    return 0
  } catch (error) {
    progress.end()
    await rm(partial, { force: true })
    throw explainFileFailure(partial, error) ?? error
  }
}

async function writeFile(url: string, file: string, options: BackupOptions): Promise<BackupSize> {
  const text = new PassThrough()
  const written = pipeline(text, createGzip(), createWriteStream(file, { mode: 0o600 }))
  // A full disk must fail the backup, not only the file stream: the first of the two to fail gives the error.
  const size = await Promise.race([
    writeBackup(url, text, options),
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

export const restoreCommand = defineCommand({
  usage: `pantau restore <file>

Loads a backup into an empty database: a new PANTAU_DATA_DIR or DATABASE_URL. The file is read to its end before anything is changed.

  PANTAU_DATA_DIR=/tmp/try pantau restore /backup/pantau-2026-03-20.gz`,
  options: {},
  arguments: ['file'],
  run: ({ args: [file = ''] }) => restore(file),
})

async function restore(file: string): Promise<number> {
  const config = loadConfig()
  const progress = openProgress()
  try {
    const { rows: total } = await checkBackup(openFile(file))
    const database = await borrowDatabase(config)
    try {
      const { tables, made } = await readBackup(database.url, openFile(file), {
        onProgress: ({ rows: done }) => progress.show({ what: 'Restore', done, total, unit: 'rows' }),
      })
      progress.end()
      process.stdout.write(`Restored ${tables} tables as of ${made}. All users must log in again.\n`)
      return 0
    } finally {
      await database.stop()
    }
  } catch (error) {
    throw explainFileFailure(file, error) ?? error
  } finally {
    progress.end()
  }
}

// An error of the file reaches the reader of the decompressed text.
function openFile(file: string): Readable {
  return pipe(createReadStream(file), createGunzip(), () => {})
}
