// One deliberate fault: the characters from `start` to `end` of a source file are replaced by `text`.
export interface Mutant {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface PlacedMutant extends Mutant {
  // Relative to the root of the repository.
  readonly file: string
  readonly line: number
}

export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** The lines that a mutant changes, before and after, as a diff shows them. */
export function diffOf(source: string, mutant: Mutant): string {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1
  const to = source.indexOf('\n', mutant.end)
  const before = source.slice(from, to < 0 ? undefined : to)
  const after = applyMutant(before, { ...mutant, start: mutant.start - from, end: mutant.end - from })
  const mark = (text: string, sign: string) => text.split('\n').map((line) => `${sign} ${line.trim()}`)
  return [...mark(before, '-'), ...mark(after, '+')].join('\n')
}
