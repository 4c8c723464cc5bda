import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { openFolder } from './launch.ts'

// The command must work with any Node version that the user has, so both kinds are tested where both are installed.
const OLD_NODE = findOldNode()
const NODES = [
  { what: 'the right Node', node: process.execPath, skip: false as const },
  {
    what: 'an older Node',
    node: OLD_NODE ?? '',
    skip: OLD_NODE === null ? 'no older Node on the path' : (false as const),
  },
]

for (const { what, node, skip } of NODES) {
  test(`pantau called with ${what} runs on Node 24, with its arguments and its exit status`, { skip }, (t) => {
    const clone = aClone(t, 'console.log(process.version, process.argv.slice(2).join(" ")); process.exitCode = 3')
    const { stdout, status } = spawnSync(node, [join(clone, 'bin', 'pantau.mjs'), 'user', 'add'], { encoding: 'utf8' })
    assert.equal(stdout, `${process.version} user add\n`)
    assert.equal(status, 3)
  })

  test(`pantau called with ${what} receives SIGTERM`, { skip }, async (t) => {
    const clone = aClone(
      t,
      `const alive = setInterval(() => {}, 1000)
       process.on('SIGTERM', () => { console.log('stopping'); clearInterval(alive) })
       console.log('ready')`,
    )
    const child = spawn(node, [join(clone, 'bin', 'pantau.mjs'), 'start'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (line === 'ready') child.kill('SIGTERM')
    })
    const [status] = await once(child, 'close')
    assert.deepEqual(lines, ['ready', 'stopping'])
    assert.equal(status, 0)
  })
}

function aClone(t: TestContext, main: string): string {
  const clone = openFolder(t)
  cpSync(join(import.meta.dirname, '..', '..', 'bin'), join(clone, 'bin'), { recursive: true })
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(process.execPath, join(clone, 'node_modules', '.bin', 'node'))
  mkdirSync(join(clone, 'src'))
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(clone, 'src', 'main.ts'), `const typed: string = ''\n${main}${'\n'}void typed`)
  return clone
}

function findOldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout
    if (version && Number(/^v(\d+)/.exec(version)?.[1]) < 24) return node
  }
  return null
}
