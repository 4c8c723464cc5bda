import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareCounts, leastOf, type Steps } from './guard/compare.ts'

// `npm run bench -- guard [--write]`: statements, rows, pages, bytes of the write-ahead log and allocations of every reading and of
// storing, against those in guard.json. It fails when one grew by more than a tenth. Times are measured nowhere.
const STORED = new URL('guard.json', import.meta.url)
const MAIN = fileURLToPath(new URL('guard/measure-main.ts', import.meta.url))
// Optimised code allocates less, from a moment on that differs between runs. All that is allocated in a step fits the new generation.
const NODE = [
  '--expose-gc',
  '--no-opt',
  '--no-maglev',
  // What is collected is freed at once, not beside a later step.
  '--single-threaded-gc',
  '--min-semi-space-size=512',
  '--max-semi-space-size=512',
  '--max-old-space-size=4096',
]

export async function run(args: string[]): Promise<void> {
  const seen = await measure()
  if (args.includes('--write')) {
    writeFileSync(STORED, `${JSON.stringify(seen, null, 2)}\n`)
    console.log(`${Object.keys(seen).length} steps are stored in bench/guard.json.`)
    return
  }
  const stored = existsSync(STORED) ? (JSON.parse(readFileSync(STORED, 'utf8')) as Steps) : {}
  let { grown, hints } = compareCounts(stored, seen)
  // What else the process does during a step, such as a timer on a busy machine, can only add to it: what grew is measured again.
  if (grown.length > 0) ({ grown, hints } = compareCounts(stored, leastOf(seen, await measure())))
  for (const hint of hints) console.log(`hint   ${hint}`)
  if (hints.length > 0) console.log('Store them with `npm run bench -- guard --write`.')
  for (const change of grown) console.log(`GREW   ${change}`)
  if (grown.length > 0) process.exitCode = 1
  else console.log(`${Object.keys(seen).length} steps: nothing grew by more than a tenth.`)
}

async function measure(): Promise<Steps> {
  const child = fork(MAIN, [], { execArgv: NODE })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The measurement ended with ${code}.`)
  })
  const [steps] = (await Promise.race([once(child, 'message'), failed])) as [Steps]
  failed.catch(() => {})
  return steps
}
