import { readdirSync } from 'node:fs'

// `npm run bench -- <name> [--full]`: one command per claim of docs/performance.md. Each builds its own data, measures
// alternatives side by side and prints a table with ratios.
const FOLDER = new URL('.', import.meta.url)
// What is beside the benchmarks and is none.
const PARTS = new Set([
  'run',
  'match-data',
  'measure',
  'stage',
  'fill',
  'writers',
  'writers-main',
  'page-readers',
  'bare-server',
  'one-loop',
  'feed-data',
  'plain-inserts',
])

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !PARTS.has(name))
  .sort()
const [name, ...args] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.log(`npm run bench -- <name>\n\n  ${names.join('\n  ')}`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  // Migrations and starts are not what is told here.
  process.env.PANTAU_LOG_LEVEL ??= 'warn'
  const { run } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { run(args: string[]): Promise<void> }
  await run(args)
}
