import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'client/*.md'], { cwd: ROOT }).sort()
const FOLDERS = 'src|test|bench|web|client|migrations|train|bin|docs'

test('every relative link of a page leads to a file, and its anchor to a heading', () => {
  const dead = PAGES.flatMap((page) =>
    linksOf(page)
      .filter((link) => isDead(page, link))
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(dead, [])
})

test('every path that a page names in code exists', () => {
  const missing = PAGES.flatMap((page) =>
    pathsOf(page)
      .filter((path) => globSync(path, { cwd: ROOT }).length === 0)
      .map((path) => `${page}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('a heading has the anchor that GitHub gives it', () => {
  assert.deepEqual(anchorsOf('# X (Twitter)\n## On `pg`, really\n## Same\n## Same\n```\n# no heading\n```\n'), [
    'x-twitter',
    'on-pg-really',
    'same',
    'same-1',
  ])
})

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

function withoutBlocks(text: string): string {
  return text.replace(/^ *```.*?^ *```$/gms, '')
}

function linksOf(page: string): string[] {
  const text = withoutBlocks(read(page)).replace(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))
}

function isDead(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(ROOT, page) : resolve(ROOT, dirname(page), path)
  if (!existsSync(target)) return true
  return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
}

function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutBlocks(text).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

// Paths with a file extension; one with a placeholder such as <name> stands for a file that does not exist yet.
function pathsOf(page: string): string[] {
  const code = [...withoutBlocks(read(page)).matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside)
  const path = new RegExp(`(?<![\\w./-])(?:${FOLDERS})/[\\w./*<>-]*\\.\\w+`, 'g')
  return code
    .flatMap((inside) => [...inside.matchAll(path)].map(([found]) => found))
    .filter((found) => !/[<>]/.test(found))
}
