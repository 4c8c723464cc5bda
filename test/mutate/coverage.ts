import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Which parts of which source files a test file runs, from the coverage that V8 writes (NODE_V8_COVERAGE). Node replaces types by
// blanks, so its offsets are those of the source.

type Range = readonly [start: number, end: number, count: number]
/** The ranges of each source file, for every process or thread that loaded it. */
export type Coverage = Readonly<Record<string, readonly (readonly Range[])[]>>

interface Script {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
  }[]
}

/** Only files for which `isWanted` holds, by their path relative to the root. */
export function readCoverage(folder: string, root: string, isWanted: (file: string) => boolean): Coverage {
  const found: Record<string, (readonly Range[])[]> = {}
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: readonly Script[] }
    for (const { url, functions } of result) {
      const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
      if (!isWanted(file)) continue
      const ranges = functions.flatMap((one) => one.ranges)
      found[file] = [
        ...(found[file] ?? []),
        ranges.map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count]),
      ]
    }
  }
  return found
}

/** True when any process ran this position: the innermost range around it was entered. */
export function covers(coverage: Coverage, file: string, position: number): boolean {
  return (coverage[file] ?? []).some((ranges) => {
    let innermost: Range | undefined
    for (const range of ranges) {
      if (range[0] > position || range[1] <= position) continue
      if (innermost === undefined || range[1] - range[0] <= innermost[1] - innermost[0]) innermost = range
    }
    return innermost !== undefined && innermost[2] > 0
  })
}
