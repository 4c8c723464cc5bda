import type { WireReportBlock } from '../../../src/api/wire/report.ts'

export type BlockKind = WireReportBlock['kind']
export type BlockOf<K extends BlockKind> = Extract<WireReportBlock, { kind: K }>

// In the order of a new report. The last ones are left out of it: it has two pages, and they repeat what the first ones show, or are of
// the whole project.
export const BLOCK_KINDS = [
  'figures',
  'chart',
  'why',
  'stories',
  'voices',
  'coverage',
  'method',
  'sentiment',
  'comparison',
  'summary',
] as const satisfies readonly BlockKind[]

export const DEFAULT_KINDS: readonly BlockKind[] = BLOCK_KINDS.slice(0, -3)
