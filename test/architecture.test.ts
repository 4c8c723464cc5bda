import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const SRC = resolve(import.meta.dirname, '../src')
const WEB = resolve(import.meta.dirname, '../web/src')

// What each folder may import of the others. `log.ts` may be imported anywhere.
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  match: ['domain'],
  analyse: ['domain'],
  sources: ['domain'],
  store: ['domain'],
  jobs: ['domain', 'store'],
  collect: ['domain', 'sources', 'match', 'analyse', 'store'],
  api: ['domain', 'match', 'analyse', 'store', 'jobs'],
}

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

async function importsOf(folder: string): Promise<Import[]> {
  const imports: Import[] = []
  for (const file of await filesOf(folder)) {
    const text = await readFile(file, 'utf8')
    for (const [, typeOnly, target] of text.matchAll(
      /^\s*(?:import|export)\b( type)?[^'";]*?from\s*['"]([^'"]+)['"]/gm,
    )) {
      imports.push({ file, target: target as string, typeOnly: typeOnly !== undefined })
    }
    for (const [, target] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
      imports.push({ file, target: target as string, typeOnly: false })
  }
  return imports
}

function folderOf(path: string): string {
  return relative(SRC, path).split('/')[0] as string
}

test('folders import only what the table allows', async () => {
  const wrong: string[] = []
  for (const { file, target } of await importsOf(SRC)) {
    // Tests beside the code may use the local platforms.
    if (!target.startsWith('.') || file.endsWith('.test.ts')) continue
    const path = resolve(dirname(file), target)
    const [from, to] = [folderOf(file), folderOf(path)]
    if (from === to || to === 'log.ts' || from === 'cli' || from === 'main.ts') continue
    if (!MAY_IMPORT[from]?.includes(to) && !(from.endsWith('.ts') && to === 'domain'))
      wrong.push(`${relative(SRC, file)} -> ${relative(SRC, path)}`)
  }
  assert.deepEqual(wrong, [])
})

test('only the command line reads the environment and the configuration', async () => {
  const wrong: string[] = []
  for (const file of await filesOf(SRC)) {
    const folder = folderOf(file)
    if (
      folder === 'cli' ||
      folder === 'main.ts' ||
      folder === 'config.ts' ||
      folder === 'log.ts' ||
      file.endsWith('.test.ts')
    )
      continue
    const text = await readFile(file, 'utf8')
    if (/process\.env|config\.ts/.test(text)) wrong.push(relative(SRC, file))
  }
  assert.deepEqual(wrong, [])
})

test('only the store speaks SQL', async () => {
  const wrong: string[] = []
  for (const file of await filesOf(SRC)) {
    if (folderOf(file) === 'store' || file.endsWith('.test.ts')) continue
    const text = await readFile(file, 'utf8')
    if (/`\s*(select|insert into|update|delete from|with) [a-z_(]/i.test(text) || /from 'postgres'/.test(text))
      wrong.push(relative(SRC, file))
  }
  assert.deepEqual(wrong, [])
})

test('the contract’s spellings stay at the door', async () => {
  const wrong: string[] = []
  for (const file of await filesOf(SRC)) {
    // What was exported from the API can be imported again, so the reader of rows knows its spellings.
    if (folderOf(file) === 'api' || file.endsWith('.test.ts') || file.endsWith('collect/import-row.ts')) continue
    const text = await readFile(file, 'utf8')
    const code = text.replace(/\/\/.*$/gm, '')
    if (/\b(kuota|socialmediaid|SnaKeyword|categoryid|keywordid)\b|\bsentimen\s*:|\.sentimen\b/.test(code))
      wrong.push(relative(SRC, file))
  }
  assert.deepEqual(wrong, [])
})

test('the dashboard takes types from the wire, and nothing else from the server', async () => {
  const wrong: string[] = []
  for (const { file, target, typeOnly } of await importsOf(WEB)) {
    if (!target.startsWith('.')) continue
    const path = resolve(dirname(file), target)
    if (path.startsWith(WEB)) continue
    if (!typeOnly || path !== join(SRC, 'api/wire.ts')) wrong.push(`${file} -> ${target}`)
  }
  assert.deepEqual(wrong, [])
})

test('no file is a junk drawer, and none is too long to read', async () => {
  for (const file of await filesOf(SRC)) {
    assert.doesNotMatch(file, /(^|\/)(utils?|helpers?|common|misc|services?|controllers?|repositories|dtos)(\/|\.)/)
    const lines = (await readFile(file, 'utf8')).split('\n').length
    assert.ok(lines <= 401, `${relative(SRC, file)} has ${lines} lines`)
  }
})
