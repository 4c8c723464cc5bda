import type { WireReportBlock } from '../../../src/api/wire/report.ts'

export type BlockKind = WireReportBlock['kind']
export type BlockOf<K extends BlockKind> = Extract<WireReportBlock, { kind: K }>

// In the order of a new report. The last two are left out of it: the first ones show the most important of them, and it has two pages.
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
] as const satisfies readonly BlockKind[]

export const DEFAULT_KINDS: readonly BlockKind[] = BLOCK_KINDS.slice(0, -2)
