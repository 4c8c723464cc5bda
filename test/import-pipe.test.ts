import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { addTestProject, startApi, type TestApi } from './api.ts'
import { pantau } from './backup/pantau.ts'
import { assertExact } from './collect/fixture.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'pantau-import-'))
const ROWS = 60
const TIME = '2026-06-01T00:00:00Z'
const FILES = {
  csv: `platform,id,published_at,text\n${numbers((n) => `twitter,${n},${TIME},"banjir, nomor ${n}"`)}`,
  ndjson: numbers((n) => `{"platform":"twitter","id":"${n}","published_at":"${TIME}","text":"banjir nomor ${n}"}`),
}

function numbers(line: (n: number) => string): string {
  return Array.from({ length: ROWS }, (_, n) => `${line(n)}\n`).join('')
}

let api: TestApi
before(async () => {
  api = await startApi()
})
after(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

async function newProject(): Promise<string> {
  return (await addTestProject(await api.user(), { keyword: 'banjir', startDate: '2020-01-01' })).id
}

async function countMentions(project: string): Promise<number> {
  const [found] = await api.pool`select count(*)::int as n from mention where project_id = ${project}`
  return found?.n
}

// Through a shell, because Node's own pipes are sockets, which cannot be opened by name.
async function importFrom(producer: string, project: string, format: string) {
  const command = `(${producer}) | { "$0" "$1" import --project ${project} --format ${format} /dev/stdin; status=$?; touch ${folder}/done; exit $status; }`
  const child = spawn('sh', ['-c', command, process.execPath, MAIN], {
    env: { ...process.env, DATABASE_URL: api.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { status, stdout, stderr }
}

for (const [format, contents] of Object.entries(FILES)) {
  test(`a pipe (${format}) whose writer is killed: the cut row is named, and the whole file adds what is missing`, async () => {
    const project = await newProject()
    const file = join(folder, `posts.${format}`)
    writeFileSync(file, contents)
    const cut = contents.lastIndexOf('nomor')
    const { status, stdout, stderr } = await importFrom(`sh -c 'head -c ${cut} ${file}; kill -9 $$'`, project, format)
    assert.equal(status, 1, stderr)
    assert.equal(JSON.parse(stdout).new, ROWS - 1)
    assert.match(stderr, new RegExp(`row ${ROWS}: `))
    assert.equal(await countMentions(project), ROWS - 1)
    const again = await pantau(['import', '--project', project, file], { DATABASE_URL: api.url })
    assert.equal(again.status, 0, again.printed)
    assert.equal(await countMentions(project), ROWS)
    await assertExact(api.pool)
  })
}

test('a header that is refused ends the command, also while its writer goes on waiting', async () => {
  const header = Array.from({ length: 600 }, (_, n) => `c${n}`).join(',')
  // A writer that waits until the reader has gone: no end of the file could end the command.
  const done = join(folder, 'done')
  const producer = `echo '${header}'; until [ -e ${done} ]; do sleep 0.1; done`
  const { status, stderr } = await importFrom(producer, await newProject(), 'csv')
  assert.equal(status, 1)
  assert.match(stderr, /600 columns/)
})

test('a file that cannot be read and a report that cannot be written are named', async () => {
  const project = await newProject()
  const env = { DATABASE_URL: api.url }
  const directory = await pantau(['import', '--project', project, '--format', 'csv', folder], env)
  assert.equal(directory.status, 1)
  assert.match(directory.printed, /^The file "\S+" cannot be read\.\n$/)
  const file = join(folder, 'few.csv')
  writeFileSync(file, FILES.csv)
  const missing = await pantau(['import', '--project', project, file, '--report', join(folder, 'no', 'report')], env)
  assert.equal(missing.status, 1)
  assert.match(missing.printed, /^The report "\S+" cannot be written \(ENOENT\)\.\n$/)
  assert.equal(await countMentions(project), 0)
  const report = join(folder, 'report')
  assert.equal((await pantau(['import', '--project', project, file, '--report', report], env)).status, 0)
  assert.equal(existsSync(report) && readFileSync(report, 'utf8').trim().split('\n').length, ROWS)
})

test('the command takes the platform, columns and the order of dates, and refuses what is none', async () => {
  const project = await newProject()
  const env = { DATABASE_URL: api.url }
  const file = join(folder, 'cuitan.txt')
  writeFileSync(file, 'Isi cuitan;Tanggal\nbanjir;03/04/2026\n')
  const command = ['import', '--project', project, file, '--platform', 'twitter', '--map', 'Isi cuitan=text']
  const unclear = await pantau(command, env)
  assert.equal(unclear.status, 1)
  assert.match(unclear.printed, /"03\/04\/2026" \(row 1\)\. Pass --dates day-first or --dates month-first/)
  assert.equal(await countMentions(project), 0)
  const done = await pantau([...command, '--dates', 'month-first'], env)
  assert.equal(done.status, 0, done.printed)
  const [stored] = await api.pool`select platform, published_at from mention where project_id = ${project}`
  assert.equal(stored?.published_at.toISOString(), '2026-03-03T17:00:00.000Z')
  for (const [option, value, message] of [
    ['--platform', 'myspace', /"myspace" is not a platform/],
    ['--dates', 'year-first', /Use --dates day-first or --dates month-first/],
    ['--map', 'Isi cuitan', /"Isi cuitan" is not column=field/],
    ['--format', 'doc', /"doc" is not a supported format/],
  ] as const) {
    const refused = await pantau(['import', '--project', project, file, option, value], env)
    assert.notEqual(refused.status, 0)
    assert.match(refused.printed, message)
  }
})

test('a file without rows, and columns that are not recognised, are reported with what to do', async () => {
  const project = await newProject()
  const env = { DATABASE_URL: api.url }
  const file = join(folder, 'kolom.csv')
  writeFileSync(file, '')
  assert.match((await pantau(['import', '--project', project, file], env)).printed, /The file has no rows\./)
  writeFileSync(file, 'kapan,katanya,dimana\n2026-03-20,banjir,twitter\n')
  const { status, printed } = await pantau(['import', '--project', project, file], env)
  assert.equal(status, 1)
  assert.match(printed, /"not_matched":0,"outside_dates":0,"unpaid":0,"invalid":1/)
  assert.match(printed, /No column is known as the text: assign one of kapan, katanya, dimana/)
  assert.match(printed, /--map <column>=<field>/)
})
