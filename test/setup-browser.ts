import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestBrowser {
  readonly path: string
  readonly env: Record<string, string>
  readonly args: readonly string[]
}

/** The browser that the set-up of `npm test` found. Pass it to `chromium.launch` as executablePath, env and args. */
export function testBrowser(): TestBrowser {
  const file = join(import.meta.dirname, '..', '.cache', 'browser.json')
  const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<TestBrowser> & { error?: string }
  if (found.path === undefined) throw new Error(found.error ?? `${file} names no browser`)
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  // The sandbox needs rights that root in a container does not have, and the pages under test are our own.
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  return { path: found.path, env: { ...Object.fromEntries(own), ...found.env }, args }
}
