import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { PlacedMutant } from './mutant.ts'
import { mutantsOf } from './operators.ts'

/** The files and folders that are mutated unless others are named. Each is a line of the report. */
export const TARGETS = ['src/store', 'src/match', 'src/collect', 'src/api/bearer.ts', 'src/sources/http/guard.ts']

export interface Group {
  readonly target: string
  readonly total: number
  readonly mutants: readonly PlacedMutant[]
}

/** The mutants of each target; with `sample` at most that many of each, chosen by the seed and by nothing else. */
export function listGroups(
  root: string,
  targets: readonly string[],
  choice: { sample: number; seed: string },
): Group[] {
  return targets.map((target) => {
    const all = filesOf(root, target).flatMap((file) => place(root, file))
    if (all.length === 0) throw new Error(`${target}: there is nothing to mutate here.`)
    return { target, total: all.length, mutants: sampleOf(all, choice) }
  })
}

function filesOf(root: string, target: string): string[] {
  const pattern = target.endsWith('.ts') ? target : `${target.replace(/\/$/, '')}/**/*.ts`
  return globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => relative(root, join(root, file)))
    .sort()
}

function place(root: string, file: string): PlacedMutant[] {
  const source = readFileSync(join(root, file), 'utf8')
  return mutantsOf(file, source).map((mutant) => {
    const line = source.slice(0, mutant.start).split('\n').length
    return { ...mutant, file, line }
  })
}

function sampleOf(all: readonly PlacedMutant[], { sample, seed }: { sample: number; seed: string }): PlacedMutant[] {
  if (all.length <= sample) return [...all]
  const rank = ({ file, start, end, text }: PlacedMutant) =>
    createHash('sha256').update([seed, file, start, end, text].join('\n')).digest('hex')
  const ranked = all
    .map((mutant, at) => ({ mutant, at, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return ranked
    .slice(0, sample)
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant)
}
