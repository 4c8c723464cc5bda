import type { Check } from './check.ts'
import { COUNT_CHECKS } from './counts.ts'
import { SEARCH_CHECK, STORY_CHECK, SUMMARY_CHECK } from './derived.ts'
import { HIDDEN_CHECK, LISTENING_CHECK, TAG_CHECK, UNMATCHED_CHECK } from './project.ts'
import { CHARGE_CHECK, CHARGED_CHECK, JOB_CHECK, REMAINING_CHECK } from './quota.ts'

// Everything that is stored and could be counted. A repair may rely on those above it having been repaired.
export const PROJECT_CHECKS: readonly Check[] = [
  HIDDEN_CHECK,
  UNMATCHED_CHECK,
  TAG_CHECK,
  STORY_CHECK,
  ...COUNT_CHECKS,
  SEARCH_CHECK,
  SUMMARY_CHECK,
  CHARGE_CHECK,
  CHARGED_CHECK,
  JOB_CHECK,
  LISTENING_CHECK,
]
export const ACCOUNT_CHECKS: readonly Check[] = [REMAINING_CHECK]
