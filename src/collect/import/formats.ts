import type { ImportFormat } from './format.ts'
import { APIFY_FORMATS } from './formats/apify.ts'
import { MONITORING_FORMATS } from './formats/monitoring.ts'
import { OWN_FORMAT } from './formats/own.ts'
import { REPLY_FORMATS } from './formats/replies.ts'
import { RESEARCH_FORMATS } from './formats/research.ts'
import { ZEESCHUIMER_FORMATS } from './formats/zeeschuimer.ts'

// The table of formats, in the order in which they are tried. docs/reference/import-formats.md is compared with it.
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  ...ZEESCHUIMER_FORMATS,
  ...APIFY_FORMATS,
  ...REPLY_FORMATS,
  ...RESEARCH_FORMATS,
  ...MONITORING_FORMATS,
  OWN_FORMAT,
]
