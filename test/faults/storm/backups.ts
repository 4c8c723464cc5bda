import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pantau } from '../../backup/pantau.ts'
import { emptyDatabase, onServer } from '../../setup.ts'
import type { Desk } from './desk.ts'
import type { Storm } from './storm.ts'

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname

export interface Backups {
  // Begins one and kills it on the way. One that was faster is kept.
  kill(): Promise<void>
  // Makes one; what fails on the way leaves nothing under its name.
  make(): Promise<void>
  total(): number
  // Restores so many of them, the newest first. Each has everything that was acknowledged before it began, and adds up.
  check(total: number): Promise<void>
}

interface Backup {
  readonly file: string
  readonly posts: readonly string[]
}

export function openBackups(storm: Storm, folder: string, database: string, { projectId, stored }: Desk): Backups {
  const backups: Backup[] = []
  let serial = 0
  const begin = () => {
    const backup = { file: join(folder, `${serial++}.gz`), posts: [...stored] }
    const child = spawn(process.execPath, [MAIN, 'backup', backup.file], {
      env: { ...process.env, DATABASE_URL: database },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit').then(([code]) => {
      assert.ok(code !== 0 || existsSync(backup.file), 'a backup that ends well is there')
      if (existsSync(backup.file)) backups.push(backup)
    })
    return { child, exited }
  }
  return {
    async kill() {
      const { child, exited } = begin()
      await sleep(300 + storm.random.whole(2_000))
      child.kill('SIGKILL')
      await exited
    },
    make: () => begin().exited,
    total: () => backups.length,
    async check(total) {
      for (const { file, posts } of backups.slice(-total)) {
        const target = await emptyDatabase()
        try {
          const env = { DATABASE_URL: target.url }
          const restored = await pantau(['restore', file], env)
          assert.equal(restored.status, 0, restored.printed)
          const counted = await pantau(['recount'], env)
          assert.equal(counted.status, 0, counted.printed)
          await onServer(target.url, async (db) => {
            const rows = await db`select platform_id as id from mention where project_id = ${projectId}
              union all select platform_id from hidden_mention where project_id = ${projectId}`
            const ids = new Set(rows.map(({ id }) => id))
            assert.deepEqual(
              posts.filter((id) => !ids.has(id)),
              [],
              'what was acknowledged before the backup is in it',
            )
          })
        } finally {
          await target.drop()
        }
      }
    },
  }
}
