import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startServer } from '../platforms/server.ts'
import { testDatabase } from '../setup.ts'
import { INDEX, REPLY, ROW, RUN, SEARCH } from './files.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

// A copy of the program with one more platform: a row, a folder, and its name in the list. Nothing else is changed.
function addPlatform(): string {
  const copy = mkdtempSync(join(tmpdir(), 'pantau-seventh-'))
  const filter = (path: string) => !path.endsWith('.test.ts')
  for (const path of ['src', 'migrations', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  edit(join(copy, 'src/domain/platform.ts'), '] as const satisfies readonly PlatformRow[]', (end) => ROW + end)
  edit(join(copy, 'src/sources/index.ts'), 'googleNews, gdelt] as const', () => 'googleNews, gdelt, warung] as const')
  edit(
    join(copy, 'src/sources/index.ts'),
    'import { youtube }',
    (next) => `import { warung } from './warung/index.ts'\n${next}`,
  )
  mkdirSync(join(copy, 'src/sources/warung'))
  for (const [name, text] of [
    ['index', INDEX],
    ['search', SEARCH],
    ['reply', REPLY],
  ])
    writeFileSync(join(copy, `src/sources/warung/${name}.ts`), text ?? '')
  writeFileSync(join(copy, 'run.ts'), RUN)
  return copy
}

function edit(file: string, found: string, change: (found: string) => string): void {
  const text = readFileSync(file, 'utf8')
  assert.equal(text.split(found).length, 2, `${file} has "${found}" once`)
  writeFileSync(file, text.replace(found, change(found)))
}

test('a seventh platform is a row, a folder and its name in a list: it compiles, and is collected and counted', async (t) => {
  const copy = addPlatform()
  t.after(() => rmSync(copy, { recursive: true, force: true }))
  const posts = [
    { id: '1', text: 'Kopi susu pagi ini', at: '2026-03-01T01:00:00Z', user: 'budi', likes: 3 },
    { id: '2', text: 'Teh saja', at: '2026-03-01T02:00:00Z', user: 'ani', likes: 0 },
    { id: '3', text: 'Harga kopi naik lagi', at: '2026-03-01T03:00:00Z', user: 'cici', likes: 9 },
  ]
  const platform = await startServer({
    handle: ({ headers }) => (headers['x-key'] === 'k' ? { status: 200, body: { posts } } : { status: 401, body: {} }),
    refuse: ({ status }) => ({ status, body: {} }),
  })
  t.after(() => platform.close())
  const database = await testDatabase()
  t.after(() => database.drop())
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', copy], { cwd: copy })
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    PANTAU_WARUNG_KEY: 'k',
    PANTAU_WARUNG_URL: platform.url,
    PANTAU_DEFAULT_FEEDS: '0',
  }
  const { stdout } = await run(process.execPath, [join(copy, 'run.ts')], { cwd: copy, env })
  assert.deepEqual(JSON.parse(stdout), {
    mentions: [
      { platform: 'warung', text: 'Harga kopi naik lagi' },
      { platform: 'warung', text: 'Kopi susu pagi ini' },
    ],
    stories: 2,
    counts: { twitter: 0, facebook: 0, youtube: 0, tiktok: 0, instagram: 0, news: 0, warung: 2 },
  })
})
