import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { checkBackup, readBackup, writeBackup } from '../../src/postgres/backup.ts'
import { openPool } from '../../src/store/db.ts'
import { identifier } from '../../src/store/sql.ts'
import { addTestProject, startApi } from '../api.ts'
import { seedMentions } from '../mentions.ts'
import { testDatabase } from '../setup.ts'

async function backUp(url: string): Promise<Buffer> {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), writeBackup(url, out).then(() => out.end())])
  return bytes
}

test('a restored database equals the backed-up one, sequences included', async () => {
  const api = await startApi()
  const user = await api.user({ quota: 50 })
  const project = await addTestProject(user)
  const hostile = ['tab\there', 'line\nbreak', 'back\\slash \\. \\N', '\\.', 'emoji 😀', '"quotes", commas']
  await seedMentions(
    api.pool,
    user,
    project,
    hostile.map((text) => ({ text: `banjir ${text}` })),
  )
  await user.send('PATCH', '/api/project/listen-status', { id: project.id, islisten: 1 })
  const bytes = await backUp(api.url)
  const target = await testDatabase()
  await readBackup(target.url, Readable.from([bytes]))
  const restored = openPool(target.url, { max: 1 })
  const texts = async (pool: typeof restored) =>
    (await pool`select id, text, cell, matched, story_id, published_at from mention order by id`).map((row) => ({
      ...row,
    }))
  assert.deepEqual(await texts(restored), await texts(api.pool))
  for (const table of [
    'project',
    'project_listening',
    'account',
    'quota',
    'quota_entry',
    'mention_count',
    'story',
    'search_tail',
    'audit_entry',
  ]) {
    const of = async (pool: typeof restored) => (await pool`select count(*)::int as n from ${identifier(table)}`)[0]?.n
    assert.equal(await of(restored), await of(api.pool), table)
  }
  await restored`insert into quota_entry (account_id, amount) values (${user.id}, 1)`
  await assert.rejects(readBackup(target.url, Readable.from([bytes])), /in use/)
  await restored.end()
  await target.drop()
  await api.close()
})

test('an invalid or incomplete backup changes nothing', async () => {
  const api = await startApi()
  const bytes = await backUp(api.url)
  const target = await testDatabase()
  await assert.rejects(readBackup(target.url, Readable.from(['hello\n'])), /not a backup/)
  const cut = bytes.subarray(0, bytes.length - 20)
  await assert.rejects(checkBackup(Readable.from([cut])), /not whole/)
  await assert.rejects(readBackup(target.url, Readable.from([cut])), /not whole/)
  const pool = openPool(target.url, { max: 1 })
  assert.equal((await pool`select count(*)::int as n from archive_head`)[0]?.n, 1)
  await pool.end()
  await target.drop()
  await api.close()
})
