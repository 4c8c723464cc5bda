#!/usr/bin/env node
// `npx pantau …` runs this file with whichever Node the machine has; the service itself needs the one from node_modules.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const bundled = join(root, 'node_modules', '.bin', 'node')

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Reuses compiled code between starts. As long as all modules are in the cache, Node does not load what strips their types, which
  // takes 18 MB.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  await import(join(root, 'src', 'main.ts'))
} else if (existsSync(bundled)) {
  runWith(bundled)
} else {
  console.error(`pantau: Node 24 or newer is required, but this is ${process.version}. Run "npm ci" in ${root} first.`)
  process.exitCode = 1
}

function runWith(node) {
  const [command, ...args] = process.argv.slice(2)
  // A service must not outlive this process, by which it is stopped.
  const options = ['start', 'serve', 'work'].includes(command) ? ['--end-with-parent'] : []
  const child = spawn(
    node,
    [
      '--max-semi-space-size=4',
      join(root, 'bin', 'pantau.mjs'),
      ...(command === undefined ? [] : [command]),
      ...options,
      ...args,
    ],
    { stdio: 'inherit', env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768', ...process.env } },
  )
  // A signal typed in a terminal reaches both processes, so it is not forwarded; one sent to this process alone is.
  const typed = ['SIGINT', 'SIGQUIT']
  for (const name of ['SIGTERM', 'SIGHUP', ...typed]) {
    process.on(name, () => {
      if (!(process.stdin.isTTY && typed.includes(name))) child.kill(name)
    })
  }
  child.on('error', (error) => {
    console.error(`pantau: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
