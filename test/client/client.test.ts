import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startWork } from '../../src/cli/wire-work.ts'
import { readConfig } from '../../src/config.ts'
import { addTestKey, startApi, type TestApi } from '../api.ts'
import { renderSchema, SCHEMA } from './schema.ts'

const ROOT = join(import.meta.dirname, '../..')
const OPTIONS = {
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
}
const LINE =
  '{"source":"twitter","id":"1","text":"banjir jakarta","url":"https://x.com/a/status/1","published_at":"2026-06-01T00:00:00Z"}\n'
// A program that is not written in TypeScript.
const PLAIN = `import { createPantau, NotFoundError } from 'pantau-client'
const [url, token] = process.argv.slice(2)
const pantau = createPantau({ url, token })
const { user } = await pantau.get('/api/auth/session')
const error = await pantau.get('/api/mentions/{id}', { path: { id: 'a/b' } }).catch((error) => error)
console.log(user.username, error instanceof NotFoundError, error.status, error.name)
`

const execute = promisify(execFile)
const npm = (args: readonly string[], cwd: string) =>
  execute('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd })

interface Packed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

async function pack(folder: string, ...args: string[]): Promise<Packed[]> {
  const { stdout } = await npm(['pack', '--json', `--pack-destination=${folder}`, ...args], ROOT)
  return Object.values(JSON.parse(stdout))
}

// Packs the client as it would be published and installs it. What it depends on is packed, too, so that this needs no registry.
async function installInto(folder: string): Promise<string[]> {
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => join(ROOT, 'node_modules', name))
  const [[client], others] = await Promise.all([
    pack(folder, join(ROOT, 'client')),
    pack(folder, '--ignore-scripts', ...dependencies),
  ])
  assert.ok(client !== undefined)
  const files = Object.fromEntries([client, ...others].map(({ name, filename }) => [name, `file:${filename}`]))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: files }))
  await npm(['install', '--ignore-scripts'], folder)
  return client.files.map(({ path }) => path)
}

// At once: most of the time a compiler, another process or a run is waited for.
describe('the client package', { concurrency: true }, () => {
  let api: TestApi
  let work: Awaited<ReturnType<typeof startWork>>
  let base: string
  let folder: string
  let files: string[]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pantau-client-'))
    ;[files, api] = await Promise.all([installInto(folder), startApi()])
    base = await api.app.listen({ host: '127.0.0.1', port: 0 })
    work = await startWork(readConfig({ PANTAU_DEFAULT_FEEDS: '0', PANTAU_WORKERS: '1' }), api.pool)
    await copyFile(join(import.meta.dirname, 'journey.ts'), join(folder, 'journey.ts'))
  })
  after(async () => {
    await work.stop()
    await api.close()
    await rm(folder, { recursive: true })
  })

  async function readExample(): Promise<string> {
    const readme = await readFile(join(folder, 'node_modules/pantau-client/README.md'), 'utf8')
    return /^```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? 'none'
  }

  test('has the types of the OpenAPI document: npm run client:types writes them', async () => {
    const { body } = await api.request({ method: 'GET', url: '/openapi.json' })
    assert.ok((await readFile(SCHEMA, 'utf8')) === (await renderSchema(body)), 'client/src/schema.ts is out of date')
  })

  test('contains what is published and nothing else, in the version of the service', async () => {
    const beside = files.filter((path) => !/^dist\/[a-z]+\.(js|d\.ts)$/.test(path))
    assert.deepEqual(beside.sort(), ['LICENSE', 'README.md', 'package.json'])
    assert.ok(files.includes('dist/index.js') && files.includes('dist/index.d.ts'))
    const [own, root] = await Promise.all(
      ['client/package.json', 'package.json'].map(async (path) => JSON.parse(await readFile(join(ROOT, path), 'utf8'))),
    )
    assert.equal(own.version, root.version)
    assert.deepEqual(own.dependencies, { 'openapi-fetch': root.devDependencies['openapi-fetch'] })
  })

  test('uses nothing that only Node has, so that browsers and Deno can run it', async () => {
    for (const path of files.filter((name) => name.endsWith('.js'))) {
      const code = await readFile(join(folder, 'node_modules/pantau-client', path), 'utf8')
      assert.doesNotMatch(code, /node:|\bprocess\b|\bBuffer\b|require\(/, path)
    }
  })

  test('compiles under strict and exactOptionalPropertyTypes, with its own declarations and the example of its README', async () => {
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: OPTIONS, include: ['journey.ts', 'notebook.ts'] }),
    )
    await writeFile(join(folder, 'notebook.ts'), await readExample())
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    const outcome = await execute(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
    assert.equal(outcome.stdout, '')
  })

  test('makes the journey from log-in to log-out', async () => {
    const { username, password } = await api.user({ quota: 10 })
    const { makeJourney } = await import(pathToFileURL(join(folder, 'journey.ts')).href)
    const made = await makeJourney(base, { username, password }, LINE)
    assert.equal(made.created.keyword, 'banjir')
    assert.equal(made.run.status, 'done')
    assert.equal(made.report.new, 1)
    assert.deepEqual([made.mentions.total, made.mentions.page, made.mentions.limit], [1, 1, 10])
    assert.deepEqual(made.found, [made.mentions.data[0].id])
    assert.equal(made.changed.sentimen, 1)
    assert.deepEqual(made.rankedIds, [made.mentions.data[0].id])
    assert.deepEqual(made.exported, made.rankedIds)
    assert.deepEqual(made.columns, ['content'])
    assert.equal(made.alert.rule.kind, 'volume')
    assert.equal(made.total, 1)
    assert.match(made.summary, /\w/)
    assert.equal(made.quota.kuota, 9)
    assert.equal(made.isRefused, true)
  })

  test('works in a program without TypeScript', async () => {
    const { username, token } = await api.user()
    await writeFile(join(folder, 'plain.js'), PLAIN)
    const { stdout } = await execute(process.execPath, ['plain.js', base, token], { cwd: folder })
    assert.equal(stdout, `${username} true 404 NotFoundError\n`)
  })

  test('the example of its README runs as it is written, with a key', async () => {
    const key = await addTestKey(api, await api.user())
    const example = (await readExample()).replace('https://pantau.example.org', base).replace('pantau_…', key.token)
    await writeFile(join(folder, 'notebook.js'), example)
    const { stdout } = await execute(process.execPath, ['notebook.js'], { cwd: folder })
    assert.match(stdout, /^done at \d{4}-.*Z$/m)
    assert.match(stdout, /^0 \{/m, 'no source is configured here')
  })
})
