import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { chooseProject } from '../src/cli/choose-project.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'
import { emptyDatabase, type TestDatabase } from './setup.ts'
import { type CommandLine, type Ended, NO_TERMINAL, runCommands, runCommandsOnTerminal } from './start/terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'pantau-query-'))
const HOSTILE = 'banjir \u001b[2Jdi\nkampung \u202enaik'
let api: TestApi
let user: TestUser
let other: TestUser
let project: string
let target: TestDatabase

before(async () => {
  api = await startApi()
  target = await emptyDatabase()
  user = await api.user()
  other = await api.user()
  project = (await addTestProject(user, { group: 'Banjir Kota' })).id
  await addTestProject(user, { group: 'Sama' })
  await addTestProject(other, { group: 'Sama' })
  await seedMentions(api.pool, user, { id: project }, [
    { text: HOSTILE, sentiment: -1, author: 'sari', at: '2026-06-03T00:00:00Z' },
    { text: 'banjir di pasar, harga naik', sentiment: 1, platform: 'news', at: '2026-06-02T00:00:00Z' },
    ...Array.from({ length: 8 }, () => ({})),
  ])
})
after(async () => {
  await api.close()
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

const options = () => ({ env: { DATABASE_URL: api.url, PANTAU_LOG_LEVEL: 'silent' }, cwd: folder })
const pantau = (...lines: string[][]): Promise<Ended[]> =>
  runCommands(
    lines.map((args) => ({ args })),
    options(),
  )
const outputs = (ended: readonly Ended[]) => {
  // No bar where there is no terminal.
  for (const { status, stderr } of ended) assert.deepEqual([status, stderr], [0, ''])
  return ended.map(({ stdout }) => stdout)
}
const RANGE = ['--from', '2026-06-01', '--to', '2026-06-30']

test('query prints what the API returns, for a project by its name or id, and names a wrong filter', async () => {
  const [refused, ...ended] = await pantau(
    ['query', 'mentions', project, '--limit', '500'],
    ['query', 'mentions', 'banjir kota', '--sentimen', '-1', '--q', 'kampung', '--limit', '5', '--json'],
    ['query', 'stories', project, '--sosmedId', 'news,twitter', '--limit', '3', '--page', '2', '--json'],
    ['query', 'insights', project, ...RANGE, '--json'],
  )
  const expected = [
    await user.get(`/api/mentions/search?keywordId=${project}&sentimen=-1&q=kampung&limit=5`),
    await user.get(`/api/mentions/r10?keywordId=${project}&sosmedId=news,twitter&limit=3&page=2`),
    await user.get(`/api/project/insights?id=${project}&from=2026-06-01&to=2026-06-30`),
  ]
  assert.deepEqual(
    outputs(ended).map((text) => JSON.parse(text)),
    expected.map(({ body }) => body),
  )
  assert.equal(expected[0]?.body.total, 1)
  assert.deepEqual(refused, { status: 1, stdout: '', stderr: 'limit must be <= 100.\n' })
})

test('query prints tables, in which a post is one line without control characters', async () => {
  const [mentions = '', stories = '', insights = ''] = outputs(
    await pantau(
      ['query', 'mentions', project, '--limit', '2'],
      ['query', 'stories', project, '--limit', '2'],
      ['query', 'insights', project, ...RANGE],
    ),
  )
  const [header, first, second, empty, end] = mentions.split('\n')
  assert.match(header ?? '', /^published +source +sentiment +author +content$/)
  assert.match(first ?? '', /^2026-06-03T00:00:00.000Z +twitter +negative +sari +banjir \[2Jdi kampung naik$/)
  assert.match(second ?? '', /^2026-06-02T00:00:00.000Z +news +positive +author\d+ +banjir di pasar, harga naik$/)
  assert.equal(empty, '')
  assert.match(end ?? '', /^2 of 10 mentions, next: --cursor \S+$/)
  assert.match(stories, /\n2 of \d+ stories, page 1 of \d+\n$/)
  assert.match(insights, /^mentions +10 +0$/m)
  assert.match(insights, /^negative +1$/m)
  assert.match(insights, /^twitter +9$/m)
})

test('a project is chosen by its id, or by a name that is the only one, in all projects or those of a user', async () => {
  const refuse = (text: string, username: string | undefined, message: string | RegExp) =>
    assert.rejects(chooseProject(api.pool, text, username), { message })
  await refuse('Tidak ada', undefined, 'No project has the id or name "Tidak ada".')
  await refuse('sama', undefined, /^Several projects are named "sama"\. Use --user, or one of the ids: \S+, \S+\.$/)
  await refuse(project, 'nobody', 'There is no user "nobody".')
  await refuse(project, other.username, `${other.username} has no project with the id or name "${project}".`)
  assert.equal((await chooseProject(api.pool, 'sama', other.username)).ownerId, other.id)
  // More than are listed, all of them older than the one that is meant.
  for (let n = 0; n < 10; n++) await addTestProject(user, { group: 'Banyak' })
  await addTestProject(other, { group: 'Banyak' })
  assert.equal((await chooseProject(api.pool, 'banyak', other.username)).ownerId, other.id)
})

test('export writes the file of the API, to standard output or to a file whose ending is the format', async () => {
  const download = async (query: string) => {
    const headers = { authorization: `Bearer ${user.token}` }
    return (await api.app.inject({ url: `/api/export?keywordId=${project}&${query}`, headers })).rawPayload
  }
  const columns = 'published_at,content'
  const [csv = '', lines = '', parquet, workbook] = outputs(
    await pantau(
      ['export', project, '--q', 'kampung'],
      ['export', 'Banjir Kota', '--format', 'jsonl', '--columns', columns, '--from', '2026-06-02'],
      ['export', project, 'all.parquet'],
      ['export', project, 'all.xlsx', '--lang', 'en'],
    ),
  )
  assert.deepEqual(Buffer.from(csv), await download('q=kampung'))
  assert.deepEqual(Buffer.from(lines), await download(`format=jsonl&columns=${columns}&from=2026-06-02`))
  assert.equal(lines.trim().split('\n').length, 2)
  assert.deepEqual(readFileSync(join(folder, 'all.parquet')), await download('format=parquet'))
  assert.equal(readFileSync(join(folder, 'all.xlsx')).subarray(0, 2).toString(), 'PK')
  assert.deepEqual([parquet, workbook], ['Wrote 10 mentions to all.parquet.\n', 'Wrote 10 mentions to all.xlsx.\n'])
})

test('export, import, backup, restore and doctor --deep show a bar on a terminal', { skip: NO_TERMINAL }, async () => {
  const posts = join(folder, 'posts.csv')
  const backup = join(folder, 'backup.gz')
  writeFileSync(posts, 'platform,id,published_at,text\ntwitter,1,2026-06-01T00:00:00Z,banjir jakarta\n')
  // Estimates of the server, which a backup shows.
  await api.pool`analyze`
  const lines: CommandLine[] = [
    { args: ['export', project, 'shown.csv'] },
    { args: ['backup', backup] },
    { args: ['restore', backup], env: { DATABASE_URL: target.url } },
    { args: ['import', '--project', project, posts] },
    { args: ['doctor', '--deep'] },
  ]
  const { status, stdout } = await runCommandsOnTerminal(lines, options())
  assert.equal(status, 0, stdout)
  const bar = (what: string, counted: string) => new RegExp(`\\r${what}: █+░* +\\d+ %, ${counted}`)
  assert.match(stdout, bar('Export', '10 of 10 mentions'))
  assert.match(stdout, bar('Backup', '[\\d,]+ of [\\d,]+ rows'))
  assert.match(stdout, bar('Restore', '[\\d,]+ of [\\d,]+ rows'))
  assert.match(stdout, bar('Import of .*', '1 of 1 rows'))
  assert.match(stdout, bar('Comparing', '(\\d+) of \\1 projects and accounts'))
})

test('doctor --deep names a project whose stored numbers are wrong', async () => {
  const wrong = (await addTestProject(user, { group: 'Salah' })).id
  await seedMentions(api.pool, user, { id: wrong }, [{}])
  await api.pool`update mention_count set total = total + 1 where project_id = ${wrong}`
  const [ended] = await pantau(['doctor', '--deep'])
  assert.equal(ended?.status, 1)
  const line = /^bad +numbers +Differences in 1, such as project Salah\. Run: npx pantau recount --repair$/m
  assert.match(ended?.stdout ?? '', line)
})
