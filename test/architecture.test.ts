import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const WEB = join(ROOT, 'web/src')
const CLIENT = join(ROOT, 'client/src')
const LINES_MAX = 400

// Files that may be imported anywhere.
const ANYWHERE = ['log.ts', 'thread.ts', 'version.ts']
// Which folders each folder may import, as documented in ARCHITECTURE.md.
const MAY_IMPORT: Record<string, readonly string[]> = {
  'config.ts': ['domain', 'sources', 'read-settings.ts'],
  'read-settings.ts': ['domain'],
  domain: [],
  text: ['domain'],
  match: ['domain', 'text'],
  analyse: ['domain', 'text'],
  watch: ['domain', 'text', 'analyse'],
  summarise: ['domain', 'text', 'analyse', 'match'],
  sources: ['domain', 'text'],
  store: ['domain', 'text'],
  postgres: ['domain', 'store'],
  jobs: ['domain', 'store'],
  evaluate: ['domain', 'text', 'match', 'analyse', 'summarise', 'watch', 'store'],
  collect: ['domain', 'text', 'sources', 'match', 'analyse', 'store'],
  deliver: ['domain', 'text', 'sources', 'store'],
  mcp: ['domain', 'text', 'api'],
  api: ['domain', 'text', 'match', 'analyse', 'summarise', 'watch', 'store', 'jobs', 'evaluate', 'mcp'],
}

interface Import {
  readonly file: string
  // The imported file for a relative import, otherwise the name of a package.
  readonly target: string
  readonly typeOnly: boolean
  // Loaded when it is first needed.
  readonly isLate: boolean
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

const STATIC_IMPORT = /^\s*(?:import|export)\b( type)?[^'";]*?from\s*['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

async function importsOf(folder: string): Promise<Import[]> {
  const imports: Import[] = []
  for (const file of await filesOf(folder)) {
    const text = await readFile(file, 'utf8')
    const add = (target = '', how: Pick<Import, 'typeOnly' | 'isLate'>) =>
      imports.push({ file, target: target.startsWith('.') ? resolve(dirname(file), target) : target, ...how })
    for (const [, typeOnly, target] of text.matchAll(STATIC_IMPORT))
      add(target, { typeOnly: typeOnly !== undefined, isLate: false })
    for (const [, target] of text.matchAll(DYNAMIC_IMPORT)) add(target, { typeOnly: false, isLate: true })
  }
  return imports
}

function folderOf(path: string): string {
  return relative(SRC, path).split('/')[0] as string
}

test('folders import only what the table allows', async () => {
  const wrong: string[] = []
  for (const { file, target } of await importsOf(SRC)) {
    // Tests beside the code may use the local test servers.
    if (!target.startsWith('/') || file.endsWith('.test.ts')) continue
    const [from, to] = [folderOf(file), folderOf(target)]
    if (from === to || ANYWHERE.includes(to) || from === 'cli' || from === 'main.ts') continue
    if (!MAY_IMPORT[from]?.includes(to)) wrong.push(`${relative(SRC, file)} -> ${relative(SRC, target)}`)
  }
  assert.deepEqual(wrong, [])
})

test('delivery uses the guarded client and no source', async () => {
  const wrong = (await importsOf(join(SRC, 'deliver')))
    .filter(({ file, target }) => target.startsWith(join(SRC, 'sources/')) && !file.endsWith('.test.ts'))
    .filter(({ target }) => !/^sources\/(http\/|source\.ts$)/.test(relative(SRC, target)))
  assert.deepEqual(
    wrong.map(({ file, target }) => `${relative(SRC, file)} -> ${relative(SRC, target)}`),
    [],
  )
})

test('tools of agents know the shapes of the API and nothing behind them', async () => {
  const wrong = (await importsOf(join(SRC, 'mcp')))
    .filter(({ target }) => target.startsWith(join(SRC, 'api/')))
    .filter(({ target }) => !relative(SRC, target).startsWith('api/wire/'))
  assert.deepEqual(
    wrong.map(({ file, target }) => `${relative(SRC, file)} -> ${relative(SRC, target)}`),
    [],
  )
})

test('a start of the workers loads no schemas of the API, no extractor of articles and no mailer', async () => {
  const imports = (await importsOf(SRC)).filter(({ typeOnly, isLate }) => !typeOnly && !isLate)
  const loaded = new Set([join(SRC, 'cli/wire-work.ts')])
  // A set that grows is walked to its end.
  for (const file of loaded) for (const one of imports) if (one.file === file) loaded.add(one.target)
  assert.ok(loaded.has('pg') && loaded.has('undici'), 'what it needs is found')
  assert.deepEqual(
    ['typebox', 'ajv', 'linkedom', 'nodemailer'].filter((name) => loaded.has(name)),
    [],
  )
})

test('ARCHITECTURE.md documents the table that is checked here', async () => {
  const page = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const shown: Record<string, string[]> = {}
  for (const [, folders, allowed] of page.matchAll(/^\| (`[a-z`, ]+`) \| ((?:`[a-z]+`(?:, )?)+|nothing) \|$/gm)) {
    const names = (cell = '') => [...cell.matchAll(/`([a-z]+)`/g)].map(([, name]) => name as string)
    for (const folder of names(folders)) shown[folder] = names(allowed)
  }
  const folders = Object.fromEntries(Object.entries(MAY_IMPORT).filter(([name]) => !name.endsWith('.ts')))
  assert.deepEqual(shown, folders)
})

test('there are no import cycles, type imports included', async () => {
  const graph = new Map<string, string[]>()
  for (const { file, target } of [...(await importsOf(SRC)), ...(await importsOf(WEB)), ...(await importsOf(CLIENT))])
    if (target.startsWith('/')) graph.set(file, [...(graph.get(file) ?? []), target])
  assert.deepEqual(cyclesOf(graph), [])
})

// The first cycle found through each file that has one, as a readable path.
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      cycles.push([...path.slice(at), file].map((one) => relative(ROOT, one)).join(' -> '))
      return
    }
    if (finished.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

test('an import cycle is detected', () => {
  const graph = new Map([
    [join(ROOT, 'a.ts'), [join(ROOT, 'b.ts')]],
    [join(ROOT, 'b.ts'), [join(ROOT, 'c.ts')]],
    [join(ROOT, 'c.ts'), [join(ROOT, 'b.ts')]],
  ])
  assert.deepEqual(cyclesOf(graph), ['b.ts -> c.ts -> b.ts'])
})

test('only the command line reads the environment and the configuration', async () => {
  const wrong: string[] = []
  for (const file of await filesOf(SRC)) {
    if (['cli', 'main.ts', 'config.ts', 'log.ts'].includes(folderOf(file)) || file.endsWith('.test.ts')) continue
    const text = await readFile(file, 'utf8')
    if (/process\.env|config\.ts/.test(text)) wrong.push(relative(SRC, file))
  }
  assert.deepEqual(wrong, [])
})

test('only the store and the bundled server contain SQL', async () => {
  const wrong: string[] = []
  for (const file of await filesOf(SRC)) {
    if (['store', 'postgres'].includes(folderOf(file)) || file.endsWith('.test.ts')) continue
    const text = (await readFile(file, 'utf8')).replace(/\/\/.*$/gm, '')
    if (/`\s*(select|insert into|update|delete from|with) [a-z_(]/i.test(text) || /from 'pg'/.test(text))
      wrong.push(relative(SRC, file))
  }
  assert.deepEqual(wrong, [])
})

test('the contract’s spellings stay in the API and its clients', async () => {
  const wrong: string[] = []
  for (const file of await filesOf(SRC)) {
    // The tools of agents are clients of the API. Exports can be imported again, so the row reader uses its spellings.
    if (['api', 'mcp'].includes(folderOf(file)) || /\.test\.ts$|collect\/import\/formats\/own\.ts$/.test(file)) continue
    const text = await readFile(file, 'utf8')
    const code = text.replace(/\/\/.*$/gm, '')
    if (/\b(kuota|socialmediaid|SnaKeyword|categoryid|keywordid)\b|\bsentimen\s*:|\.sentimen\b/.test(code))
      wrong.push(relative(SRC, file))
  }
  assert.deepEqual(wrong, [])
})

// Pure data without imports, which the build bundles into the dashboard.
const SHARED_DATA = join(SRC, 'domain/platform.ts')

test('the client imports nothing of the server, and of packages only openapi-fetch', async () => {
  const wrong = (await importsOf(CLIENT)).filter(
    ({ target }) => !target.startsWith(`${CLIENT}/`) && target !== 'openapi-fetch',
  )
  assert.deepEqual(wrong, [])
})

test('the dashboard imports only wire types and the platform table from the server, and the client', async () => {
  const wrong: string[] = []
  for (const { file, target, typeOnly } of await importsOf(WEB)) {
    if (!target.startsWith('/') || target.startsWith(WEB)) continue
    if (target === SHARED_DATA || target === join(CLIENT, 'index.ts')) continue
    if (!typeOnly || !target.startsWith(join(SRC, 'api/wire/'))) wrong.push(`${file} -> ${target}`)
  }
  assert.deepEqual(wrong, [])
})

test('no file has a catch-all name or too many lines', async () => {
  const folders = ['src', 'web/src', 'client/src', 'test', 'bench', 'train', 'bin']
  for (const file of (await Promise.all(folders.map((folder) => filesOf(join(ROOT, folder))))).flat()) {
    // Generated.
    if (file === join(CLIENT, 'schema.ts')) continue
    if (file.startsWith(SRC) || file.startsWith(WEB))
      assert.doesNotMatch(file, /(^|\/)(utils?|helpers?|common|misc|services?|controllers?|repositories|dtos)(\/|\.)/)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').length
    assert.ok(lines <= LINES_MAX, `${relative(ROOT, file)} has ${lines} lines`)
  }
})
