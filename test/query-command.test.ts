import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { chooseProject } from '../src/cli/choose-project.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'
import { emptyDatabase, type TestDatabase } from './setup.ts'
import { type Ended, MAIN, NO_TERMINAL, runNode, runOnTerminal } from './start/terminal.ts'

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

const env = () => ({ DATABASE_URL: api.url, PANTAU_LOG_LEVEL: 'silent' })
const pantau = (...args: string[]): Promise<Ended> => runNode([MAIN, ...args], { env: env(), cwd: folder })

test('query prints what the API returns, for a project by its name or id', async () => {
  const range = ['--from', '2026-06-01', '--to', '2026-06-30']
  const [mentions, stories, insights] = await Promise.all([
    pantau('query', 'mentions', 'banjir kota', '--sentimen', '-1', '--q', 'kampung', '--limit', '5', '--json'),
    pantau('query', 'stories', project, '--sosmedId', 'news,twitter', '--limit', '3', '--page', '2', '--json'),
    pantau('query', 'insights', project, ...range, '--json'),
  ])
  const expected = [
    await user.get(`/api/mentions/search?keywordId=${project}&sentimen=-1&q=kampung&limit=5`),
    await user.get(`/api/mentions/r10?keywordId=${project}&sosmedId=news,twitter&limit=3&page=2`),
    await user.get(`/api/project/insights?id=${project}&from=2026-06-01&to=2026-06-30`),
  ]
  assert.deepEqual(
    [mentions, stories, insights].map(({ status, stderr }) => [status, stderr]),
    Array(3).fill([0, '']),
  )
  assert.deepEqual(
    [mentions, stories, insights].map(({ stdout }) => JSON.parse(stdout)),
    expected.map(({ body }) => body),
  )
  assert.equal(expected[0]?.body.total, 1)
})

test('query prints tables, in which a post is one line without control characters', async () => {
  const [mentions, stories, insights] = await Promise.all([
    pantau('query', 'mentions', project, '--limit', '2'),
    pantau('query', 'stories', project, '--limit', '2'),
    pantau('query', 'insights', project, '--from', '2026-06-01', '--to', '2026-06-30'),
  ])
  const [header, first, second, empty, end] = mentions.stdout.split('\n')
  assert.match(header ?? '', /^published +source +sentiment +author +content$/)
  assert.match(first ?? '', /^2026-06-03T00:00:00.000Z +twitter +negative +sari +banjir \[2Jdi kampung naik$/)
  assert.match(second ?? '', /^2026-06-02T00:00:00.000Z +news +positive +author\d+ +banjir di pasar, harga naik$/)
  assert.equal(empty, '')
  assert.match(end ?? '', /^2 of 10 mentions, next: --cursor \S+$/)
  assert.match(stories.stdout, /\n2 of \d+ stories, page 1 of \d+\n$/)
  assert.match(insights.stdout, /^mentions +10 +0$/m)
  assert.match(insights.stdout, /^negative +1$/m)
  assert.match(insights.stdout, /^twitter +9$/m)
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

test('a wrong filter is refused by its name', async () => {
  const { status, stdout, stderr } = await pantau('query', 'mentions', project, '--limit', '500')
  assert.deepEqual([status, stdout, stderr], [1, '', 'limit must be <= 100.\n'])
})

test('export writes the file of the API, to standard output or to a file whose ending is the format', async () => {
  const download = async (query: string) => {
    const headers = { authorization: `Bearer ${user.token}` }
    return (await api.app.inject({ url: `/api/export?keywordId=${project}&${query}`, headers })).rawPayload
  }
  const columns = 'published_at,content'
  const [csv, lines, parquet, workbook] = await Promise.all([
    pantau('export', project, '--q', 'kampung'),
    pantau('export', 'Banjir Kota', '--format', 'jsonl', '--columns', columns, '--from', '2026-06-02'),
    pantau('export', project, 'all.parquet'),
    pantau('export', project, 'all.xlsx', '--lang', 'en'),
  ])
  assert.deepEqual(Buffer.from(csv.stdout), await download('q=kampung'))
  assert.deepEqual(Buffer.from(lines.stdout), await download(`format=jsonl&columns=${columns}&from=2026-06-02`))
  assert.equal(lines.stdout.trim().split('\n').length, 2)
  assert.deepEqual(readFileSync(join(folder, 'all.parquet')), await download('format=parquet'))
  assert.equal(parquet.stdout, 'Wrote 10 mentions to all.parquet.\n')
  assert.equal(readFileSync(join(folder, 'all.xlsx')).subarray(0, 2).toString(), 'PK')
  // No bar where there is no terminal.
  assert.deepEqual(
    [csv, lines, parquet, workbook].map(({ status, stderr }) => [status, stderr]),
    Array(4).fill([0, '']),
  )
})

test('export, import, backup, restore and doctor --deep show a bar on a terminal', { skip: NO_TERMINAL }, async () => {
  const posts = join(folder, 'posts.csv')
  const backup = join(folder, 'backup.gz')
  writeFileSync(posts, 'platform,id,published_at,text\ntwitter,1,2026-06-01T00:00:00Z,banjir jakarta\n')
  // Estimates of the server, which a backup shows.
  await api.pool`analyze`
  const shown = async (args: readonly string[], url = api.url) => {
    const { status, stdout } = await runOnTerminal([MAIN, ...args], {
      env: { ...env(), DATABASE_URL: url },
      cwd: folder,
    })
    assert.equal(status, 0, stdout)
    return stdout
  }
  const bar = (what: string, counted: string) => new RegExp(`\\r${what}: █+░* +\\d+ %, ${counted}`)
  assert.match(await shown(['export', project, 'shown.csv']), bar('Export', '10 of 10 mentions'))
  assert.match(await shown(['backup', backup]), bar('Backup', '[\\d,]+ of [\\d,]+ rows'))
  assert.match(await shown(['restore', backup], target.url), bar('Restore', '[\\d,]+ of [\\d,]+ rows'))
  assert.match(await shown(['import', '--project', project, posts]), bar('Import of .*', '1 of 1 rows'))
  assert.match(await shown(['doctor', '--deep']), bar('Comparing', '(\\d+) of \\1 projects and accounts'))
})

test('doctor --deep names a project whose stored numbers are wrong', async () => {
  const wrong = (await addTestProject(user, { group: 'Salah' })).id
  await seedMentions(api.pool, user, { id: wrong }, [{}])
  await api.pool`update mention_count set total = total + 1 where project_id = ${wrong}`
  const { status, stdout } = await pantau('doctor', '--deep')
  assert.equal(status, 1)
  assert.match(stdout, /^bad +numbers +Differences in 1, such as project Salah\. Run: npx pantau recount --repair$/m)
})
