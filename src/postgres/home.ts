import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../domain/problem.ts'
import { chooseUser, type EmbeddedLog, type ServerUser, spawnAs } from './runtime.ts'

/** The files and folders of one bundled server, and the account it runs under. */
export interface Home {
  readonly user: ServerUser
  readonly directory: string
  readonly cluster: string
  readonly lock: string
  readonly port: string
  readonly password: string
  readonly settings: string
  readonly log: string
}

// Written to the data folder when the database itself had to be created elsewhere.
const MOVED_FILE = 'postgres-moved-to'
export const SHARED_FOLDERS = ['/var/lib/pantau', '/var/local/pantau', '/var/tmp/pantau'] as const

interface HomeSearch {
  readonly dataDir: string
  readonly sharedFolders: readonly string[]
  readonly log: EmbeddedLog
}

// Started by root, the server runs under another account, which cannot enter a data folder inside a private home folder.
// Then the database is created in a system folder instead, and a file in the data folder says where.
export function openHome({ dataDir, sharedFolders, log }: HomeSearch): Home {
  makeFolder(dataDir)
  checkWritable(dataDir)
  const known = findHome(dataDir)
  const user = known.user
  if (user === null || canEnter(known.directory, user)) return known
  if (existsSync(known.cluster) || known.directory !== dataDir) {
    throw new Problem(
      'unavailable',
      `The database server, which runs as user ${user.uid}, cannot enter ${known.directory}. Allow others to enter it and the folders above it (chmod o+x).`,
    )
  }
  const elsewhere = join(sharedFolder(sharedFolders), `data-${randomBytes(6).toString('hex')}`)
  makeFolder(elsewhere)
  if (recordMove(dataDir, elsewhere)) {
    log.warn(
      `The database is stored in ${elsewhere}: the server does not run as root, and ${dataDir} is closed to others`,
    )
  } else rmSync(elsewhere, { recursive: true })
  return findHome(dataDir)
}

/** The current home of a data folder; nothing is created. */
export function findHome(dataDir: string): Home {
  const moved = join(dataDir, MOVED_FILE)
  const directory = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : dataDir
  if (directory !== dataDir && !existsSync(directory)) {
    throw new Problem(
      'unavailable',
      `The database of ${dataDir} was stored in ${directory}, which no longer exists. Restore that folder, or remove ${moved} to start with an empty database.`,
    )
  }
  const cluster = join(directory, 'postgres')
  return {
    user: chooseUser(cluster),
    directory,
    cluster,
    lock: join(directory, 'instance.lock'),
    port: join(directory, 'postgres.port'),
    password: join(directory, 'postgres.password'),
    settings: join(directory, 'postgres.conf'),
    log: join(directory, 'postgres.log'),
  }
}

/** A system folder that only root can write to. In /var/tmp another user may have created the folder before us. */
export function sharedFolder(candidates: readonly string[]): string {
  for (const folder of candidates) {
    try {
      makeFolder(folder)
      const found = lstatSync(folder)
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder
    } catch {}
  }
  throw new Problem(
    'unavailable',
    `PostgreSQL does not run as root, and none of ${candidates.join(', ')} can be used for it. Set PANTAU_DATA_DIR to a folder that others can enter, or DATABASE_URL.`,
  )
}

// Others may enter the folder but not list it; the umask of root is often stricter. Folders are made one by one: below /proc, where
// nothing can be made, Node's own recursion does not end.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
    chmodSync(folder, 0o711)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Another process made it meanwhile.
    if (code !== 'EEXIST') throw cannotUse(folder, code)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'nothing can be created there',
}

function cannotUse(folder: string, code: string): Problem {
  const reason = REASONS[code] ?? code
  return new Problem(
    'unavailable',
    `PANTAU_DATA_DIR: the folder ${folder} cannot be used: ${reason}. Set it to a folder that can be written, for example PANTAU_DATA_DIR=/var/lib/pantau`,
  )
}

// Found out now, in plain words, and not by the first thing that fails to write.
function checkWritable(folder: string): void {
  const probe = join(folder, `write-test.${randomUUID()}`)
  try {
    writeFileSync(probe, 'x'.repeat(4_096))
  } catch (error) {
    throw cannotUse(folder, (error as NodeJS.ErrnoException).code ?? '')
  } finally {
    rmSync(probe, { force: true })
  }
}

function canEnter(folder: string, user: ServerUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], spawnAs(user)).status === 0
}

// Linking a finished file creates it atomically, and only once when two processes start together.
function recordMove(dataDir: string, elsewhere: string): boolean {
  const draft = join(dataDir, `${MOVED_FILE}.${randomUUID()}`)
  writeFileSync(draft, `${elsewhere}\n`)
  try {
    linkSync(draft, join(dataDir, MOVED_FILE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}
