import type { Group } from './list.ts'
import type { PlacedMutant } from './mutant.ts'

export type Verdict = 'killed' | 'timed out' | 'survived' | 'not covered' | 'invalid'

export interface Outcome {
  readonly target: string
  readonly mutant: PlacedMutant
  readonly verdict: Verdict
  // The test file that noticed the mutant.
  readonly by: string | null
}

const HEADINGS = ['path', 'mutants', 'tried', 'killed', 'timed out', 'survived', 'not covered', 'invalid', 'score']

/** Prints a line for each path and then every mutant that no test noticed. */
export function printReport(
  groups: readonly Group[],
  outcomes: readonly Outcome[],
  diffOf: (mutant: PlacedMutant) => string,
): void {
  const open = outcomes.filter(({ verdict }) => verdict === 'survived' || verdict === 'not covered')
  for (const { mutant, verdict } of open)
    console.log(`${mutant.file}:${mutant.line} ${verdict} (${mutant.operator})\n${diffOf(mutant)}\n`)
  console.log(tableLine(HEADINGS))
  console.log(tableLine(HEADINGS.map((_heading, at) => (at === 0 ? '---' : '---:'))))
  for (const { target, total } of groups) {
    const own = outcomes.filter((outcome) => outcome.target === target)
    console.log(tableLine([`\`${target}\``, String(total), ...figuresOf(own)]))
  }
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  if (groups.length > 1) console.log(tableLine(['all', String(total), ...figuresOf(outcomes)]))
}

function figuresOf(outcomes: readonly Outcome[]): string[] {
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length
  const verdicts: readonly Verdict[] = ['killed', 'timed out', 'survived', 'not covered', 'invalid']
  return [outcomes.length, ...verdicts.map(count)].map(String).concat(scoreOf(outcomes))
}

/** The share of valid mutants that a test noticed. */
export function scoreOf(outcomes: readonly Pick<Outcome, 'verdict'>[]): string {
  const valid = outcomes.filter(({ verdict }) => verdict !== 'invalid')
  const noticed = valid.filter(({ verdict }) => verdict === 'killed' || verdict === 'timed out')
  return valid.length === 0 ? '–' : `${((100 * noticed.length) / valid.length).toFixed(1)} %`
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
