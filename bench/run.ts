import { readdirSync } from 'node:fs'
import { stopSignal } from '../src/cli/stop-signal.ts'

// `npm run bench -- <name> [--full]`: one command per claim of docs/explanation/performance.md. Each builds its own data, measures
// alternatives side by side and prints a table with ratios.
const FOLDER = new URL('.', import.meta.url)
// Files in this folder that are not benchmarks.
const MODULES = new Set([
  'run',
  'match-data',
  'measure',
  'fixture',
  'fill',
  'writers',
  'writers-main',
  'page-readers',
  'bare-server',
  'server-process',
  'one-loop',
  'feed-data',
  'plain-inserts',
  'ingest-steps',
  'ingest-storing',
  'search-scan',
  'story-stream',
  'backtests',
  'service-process',
  'worker-data',
  'cluster-nodes',
  'loop-delay',
])

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !MODULES.has(name))
  .sort()
const [name, ...args] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.log(`npm run bench -- <name>\n\n  ${names.join('\n  ')}`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  // Keeps log lines of migrations and starts out of the results.
  process.env.PANTAU_LOG_LEVEL ??= 'warn'
  process.env.PANTAU_ENV_FILE ??= '/dev/null'
  // Nothing of an interrupted benchmark is of use; its server and folder are removed at the exit.
  stopSignal({ endWithParent: true }).then(() => process.exit(130))
  const { run } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { run(args: string[]): Promise<void> }
  await run(args)
}
