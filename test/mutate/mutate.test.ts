// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources that these tests mutate contain templates.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { covers, readCoverage } from './coverage.ts'
import { listGroups } from './list.ts'
import { applyMutant, diffOf } from './mutant.ts'
import { mutantsOf } from './operators.ts'
import { scoreOf, type Verdict } from './report.ts'
import { runTest } from './trial.ts'

// Without the mutant that drops the statement.
function mutated(source: string): string[] {
  return mutantsOf('a.ts', source)
    .filter(({ operator }) => operator !== 'drop assignment')
    .map((mutant) => applyMutant(source, mutant))
}

test('each condition of a statement is dropped on its own', () => {
  assert.deepEqual(mutated('q = db`select a from t where b = ${b} and c = ${c} ${d} order by a`'), [
    'q = db`select a from t where true and c = ${c} ${d} order by a`',
    'q = db`select a from t where b = ${b} and true ${d} order by a`',
  ])
})

test('the two bounds of between stay together, and a condition in parentheses ends with them', () => {
  assert.deepEqual(mutated('q = db`delete from t where a between ${b} and ${c} and (d or e)`'), [
    'q = db`delete from t where true and (d or e)`',
    'q = db`delete from t where a between ${b} and ${c} and true`',
    'q = db`delete from t where a between ${b} and ${c} and (d or false)`',
  ])
})

test('comparisons, null tests, order, limits, joins and locks of a statement are changed', () => {
  const source =
    'tx`select a from t left join u on t.a = u.a where t.b < ${b} and u.a is null order by a desc limit 3 for update`'
  const found = mutated(source)
  for (const part of [
    't  join u',
    'on true',
    't.b <= ${b}',
    'u.a is not null',
    'a asc',
    'desc  for update',
    'limit 3 `',
  ])
    assert.ok(
      found.some((one) => one.includes(part)),
      part,
    )
})

test('a comparison with the clock is left alone, because the two are never equal', () => {
  assert.deepEqual(mutated('q = db`select a from t where b < now()`'), ['q = db`select a from t where true`'])
})

test('conditions, comparisons, calls, defaults, elements and literals of the code are changed', () => {
  const source = 'function f(a) { if (a > 1) g(a); return [a, h(a) ?? k(a)] }'
  assert.deepEqual(
    new Set(mutated(source)),
    new Set([
      'function f(a) { if (true) g(a); return [a, h(a) ?? k(a)] }',
      'function f(a) { if (false) g(a); return [a, h(a) ?? k(a)] }',
      'function f(a) { if (a >= 1) g(a); return [a, h(a) ?? k(a)] }',
      'function f(a) { if (a > 2) g(a); return [a, h(a) ?? k(a)] }',
      'function f(a) { if (a > 1) ; return [a, h(a) ?? k(a)] }',
      'function f(a) { if (a > 1) g(a); return [h(a) ?? k(a)] }',
      'function f(a) { if (a > 1) g(a); return [a] }',
      'function f(a) { if (a > 1) g(a); return [a, h(a)] }',
      'function f(a) { if (a > 1) g(a); return [a, k(a)] }',
    ]),
  )
})

test('types, imports, messages and log lines are not changed', () => {
  const source = `import { a } from 'a'
type B = 'x' | 'y'
export function f(): B { log.warn({ n: 1 }, 'text'); return a(new Error('text'), 'a text for people') }`
  assert.deepEqual(mutated(source), [])
})

test('a mutant is shown as the lines that it changes', () => {
  const source = 'const a = 1\nfunction f() {\n  return b > 2\n}\n'
  const mutant = mutantsOf('a.ts', source).find(({ operator }) => operator === '> to >=')
  assert.ok(mutant)
  assert.equal(diffOf(source, mutant), '- return b > 2\n+ return b >= 2')
})

test('a sample depends on the seed only, and a larger one contains it', (t) => {
  const root = aFolder(t, { 'src/a.ts': 'export const f = (a) => a > 1 && a < 2 && a !== 3 && a + 4 > 5\n' })
  const sample = (size: number, seed: string) =>
    listGroups(root, ['src'], { sample: size, seed })[0]?.mutants.map(({ start, text }) => `${start} ${text}`) ?? []
  assert.equal(sample(4, 'a').length, 4)
  assert.deepEqual(sample(4, 'a'), sample(4, 'a'))
  assert.notDeepEqual(sample(4, 'a'), sample(4, 'b'))
  assert.ok(sample(4, 'a').every((mutant) => sample(8, 'a').includes(mutant)))
  assert.throws(() => listGroups(root, ['src/none'], { sample: 1, seed: 'a' }), /nothing to mutate/)
})

test('a mutant is loaded instead of the source, which stays as it is, and coverage says which test runs it', async (t) => {
  const source = 'export const f = (a: number): boolean => a > 1\nexport const g = (): number => 7\n'
  const root = aFolder(t, {
    'package.json': '{ "type": "module" }',
    'src/f.ts': source,
    'f.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { f } from './src/f.ts'
test('one is not more than one', () => assert.equal(f(1), false))
`,
  })
  const folder = join(root, 'coverage')
  mkdirSync(folder)
  const run = (env: Record<string, string>) =>
    runTest({ root, test: 'f.test.ts', env: { PATH: process.env.PATH, ...env }, msMax: 60_000 })
  assert.equal((await run({ NODE_V8_COVERAGE: folder })).result, 'passed')
  const coverage = readCoverage(folder, root, (file) => file.startsWith('src/'))
  assert.equal(covers(coverage, 'src/f.ts', source.indexOf('a > 1')), true)
  assert.equal(covers(coverage, 'src/f.ts', source.indexOf('7')), false)
  const start = source.indexOf('>', source.indexOf('a > 1'))
  const mutant = JSON.stringify({ path: join(root, 'src/f.ts'), start, end: start + 1, text: '>=' })
  const hooked = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'hook.ts')}`, MUTANT: mutant }
  assert.equal((await run(hooked)).result, 'failed')
  assert.equal((await run({})).result, 'passed')
})

test('the score counts what was noticed among the valid mutants', () => {
  const score = (...verdicts: Verdict[]) => scoreOf(verdicts.map((verdict) => ({ verdict })))
  assert.equal(score('killed', 'timed out', 'survived', 'not covered', 'invalid'), '50.0 %')
  assert.equal(score('invalid'), '–')
})

function aFolder(t: TestContext, files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pantau-mutate-')))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'src'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return root
}
