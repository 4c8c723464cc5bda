import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { log } from '../../src/log.ts'
import { listServers } from '../setup-nodes.ts'
import { openEnvironment, ownEnvironment, type TestEnvironment } from '../setup-server.ts'
import { dropDatabases, ensureTemplate } from '../setup-template.ts'
import { type Coverage, covers, readCoverage } from './coverage.ts'
import { type Group, listGroups, TARGETS } from './list.ts'
import { diffOf, type PlacedMutant } from './mutant.ts'
import { type Outcome, printReport, type Verdict } from './report.ts'
import { runTest } from './trial.ts'

// `npm run mutate -- [paths] [--sample n] [--seed s]`: puts one fault at a time into the code and runs the tests that execute the
// place. A fault that no test notices is a hole in the tests. See docs/explanation/mutation-testing.md.

const HELP = `npm run mutate -- [paths] [--sample n] [--seed s]

  paths       files or folders below src/ (default: ${TARGETS.join(', ')})
  --sample n  at most n mutants of each path, chosen by the seed (default: all)
  --seed s    any text (default: 1)
  --tests p   only the test files that match the pattern p; may be repeated (default: all but the slowest)
  --report f  writes every mutant with its verdict to the file f, as JSON lines
  --again f   tries only the mutants of the report f that were not noticed, and reports all of them`

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache', 'mutate')
const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts']
// They start browsers, whole services or servers, take minutes, or read files instead of running code.
const LEFT_OUT =
  /^test\/(browser|start|processes|platforms|seventh|hostile|mutate)\/|^test\/faults\/(?!exactness)|^test\/(architecture|docs|configuration|load|tutorial|journey|upgrade|backup|observed|packages)\.test\.ts$/
const FIRST_RUN_MS_MAX = 240_000
// A test that a mutant makes hang is a test that noticed it.
const SLOWER_MAX = 4
const SLACK_MS = 10_000
const NICENESS = 10

interface TestFile {
  readonly test: string
  readonly ms: number
  readonly coverage: Coverage
}

// An interrupted run reports what it has tried.
const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort())

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: 'Infinity' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', multiple: true, default: TESTS },
      report: { type: 'string' },
      again: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  setPriority(NICENESS)
  log.level = 'warn'
  const choice = { sample: Number(values.sample), seed: values.seed }
  const groups = listGroups(ROOT, positionals.length > 0 ? positionals : TARGETS, choice)
  const environment = await openEnvironment()
  try {
    const env = await prepare(environment)
    const tests = await findTests(env, values.tests)
    const outcomes = await tryAll(groups, { tests, env, known: readNoticed(values.again) })
    printReport(groups, outcomes, (mutant) => diffOf(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant))
    if (values.report !== undefined)
      writeFileSync(values.report, outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''))
  } finally {
    await environment.close()
  }
  return 0
}

type Env = Record<string, string | undefined> & { readonly TEST_DATABASE_SERVERS: string; TEST_DATABASE_PREFIX: string }

async function prepare({ url, env }: TestEnvironment): Promise<Env> {
  const servers = await listServers(url)
  return {
    ...ownEnvironment(),
    ...env,
    TEST_DATABASE_SERVERS: servers.join(' '),
    TEST_DATABASE_TEMPLATE: await ensureTemplate(servers, join(ROOT, 'migrations')),
    TEST_DATABASE_PREFIX: `pantau_test_${randomBytes(4).toString('hex')}_`,
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
  }
}

// Runs every test file once on the unchanged code and remembers what it executes, until a source or a test changes.
async function findTests(env: Env, patterns: readonly string[]): Promise<TestFile[]> {
  const files = globSync(patterns, { cwd: ROOT })
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
  const found: TestFile[] = []
  for (const test of files) {
    stopped.signal.throwIfAborted()
    found.push(await measureTest(test, env))
  }
  // The most specific first, which is usually the fastest too: those that load the fewest files.
  const breadth = ({ coverage }: TestFile) => Object.keys(coverage).length
  return found.sort((a, b) => breadth(a) - breadth(b) || (a.test < b.test ? -1 : 1))
}

async function measureTest(test: string, env: Env): Promise<TestFile> {
  const kept = join(CACHE, `${test.replaceAll('/', '+')}.${hashCode(test)}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as TestFile
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'coverage-'))
  try {
    const started = performance.now()
    const trial = { root: ROOT, test, env: { ...env, NODE_V8_COVERAGE: folder }, msMax: FIRST_RUN_MS_MAX }
    const { result, output } = await runTest(trial)
    const ms = Math.round(performance.now() - started)
    if (result !== 'passed') throw new Error(`${test} fails on the unchanged code:\n${output.slice(-4_000)}`)
    const isSource = (file: string) => file.startsWith('src/') && !file.endsWith('.test.ts')
    const measured = { test, ms, coverage: readCoverage(folder, ROOT, isSource) }
    writeFileSync(kept, JSON.stringify(measured))
    console.error(`covered ${test} ${ms} ms`)
    return measured
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await dropDatabases(env.TEST_DATABASE_SERVERS.split(' '), env.TEST_DATABASE_PREFIX)
  }
}

// Everything that any test may execute, and this test.
function hashCode(test: string): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, test)))
  const shared = globSync(['src/**/*.ts', 'test/**/*.ts', 'migrations/*.sql'], { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !/^test\/(mutate\/|run\.ts)/.test(file))
    .sort()
  for (const file of shared) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}

async function tryAll(
  groups: readonly Group[],
  { tests, env, known }: { tests: readonly TestFile[]; env: Env; known: ReadonlyMap<string, Outcome> },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const mutants = groups.flatMap(({ target, mutants: all }) => all.map((mutant) => ({ target, mutant })))
  for (const { target, mutant } of mutants) {
    if (stopped.signal.aborted) break
    const before = known.get(keyOf(mutant))
    if (before !== undefined) {
      outcomes.push({ ...before, target })
      continue
    }
    const { verdict, by } = await tryMutant(mutant, coveringTests(tests, mutant), env)
    outcomes.push({ target, mutant, verdict, by })
    console.error(
      `${outcomes.length}/${mutants.length} ${verdict} ${mutant.file}:${mutant.line} ${mutant.operator} ${by ?? ''}`,
    )
  }
  return outcomes
}

function coveringTests(tests: readonly TestFile[], mutant: PlacedMutant): TestFile[] {
  return tests.filter(({ coverage }) => covers(coverage, mutant.file, mutant.start))
}

function readNoticed(report: string | undefined): Map<string, Outcome> {
  if (report === undefined) return new Map()
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  const outcomes = lines.map((line) => JSON.parse(line) as Outcome)
  const noticed = outcomes.filter(({ verdict }) => verdict !== 'survived' && verdict !== 'not covered')
  return new Map(noticed.map((outcome) => [keyOf(outcome.mutant), outcome]))
}

function keyOf({ file, start, end, text }: PlacedMutant): string {
  return [file, start, end, text].join('\n')
}

async function tryMutant(
  mutant: PlacedMutant,
  covering: readonly TestFile[],
  env: Env,
): Promise<{ verdict: Verdict; by: string | null }> {
  const { start, end, text } = mutant
  const faulty = {
    ...env,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'hook.ts')}`,
    MUTANT: JSON.stringify({ path: join(ROOT, mutant.file), start, end, text }),
  }
  for (const { test, ms } of covering) {
    const { result } = await runTest({ root: ROOT, test, env: faulty, msMax: SLOWER_MAX * ms + SLACK_MS })
    if (result === 'passed') continue
    await dropDatabases(env.TEST_DATABASE_SERVERS.split(' '), env.TEST_DATABASE_PREFIX)
    return { verdict: result === 'failed' ? 'killed' : result, by: test }
  }
  return { verdict: covering.length === 0 ? 'not covered' : 'survived', by: null }
}
