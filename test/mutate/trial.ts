import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type TrialResult = 'passed' | 'failed' | 'timed out' | 'invalid'

export interface Trial {
  readonly root: string
  readonly test: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly msMax: number
}

const FAILED = /^\s*not ok /m
// The mutant is not a program: it says nothing about the tests.
const INVALID =
  /syntax error at (or near|end)|could not determine (data )?type|must appear in the GROUP BY|SyntaxError:/
const OUTPUT_MAX = 1_000_000

/** Runs one test file in a process of its own, which ends at the first failed test. */
export async function runTest({ root, test, env, msMax }: Trial): Promise<{ result: TrialResult; output: string }> {
  const flags = ['--test-reporter=tap', `--test-timeout=${msMax}`]
  // A group of its own, so that whatever the test started is killed with it.
  const child = spawn(process.execPath, [...flags, join(root, test)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  let timedOut = false
  let failed = false
  const kill = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }
  const timer = setTimeout(() => {
    timedOut = true
    kill()
  }, msMax)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      if (output.length < OUTPUT_MAX) output += chunk
      if (failed || !FAILED.test(output)) return
      failed = true
      kill()
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  if (!failed && !timedOut && code === 0) return { result: 'passed', output }
  if (INVALID.test(output)) return { result: 'invalid', output }
  return { result: timedOut ? 'timed out' : 'failed', output }
}
