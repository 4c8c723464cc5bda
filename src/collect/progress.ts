import type { Platform } from '../domain/platform.ts'

export type SourceOutcome = 'done' | 'busy' | 'broken' | 'refused'

// The progress of a run on one platform, as shown to its owner.
export interface SourceProgress {
  readonly asked: number
  readonly received: number
  readonly matched: number
  readonly new: number
  readonly charged: number
  readonly notice: string | null
  readonly error: string | null
  // How each source of the platform ended, so that a resumed run queries only those that have not finished.
  readonly sources: Readonly<Record<string, SourceOutcome>>
}

export type Progress = Readonly<Partial<Record<Platform, SourceProgress>>>

export interface ProgressChange {
  readonly asked?: number
  readonly received?: number
  readonly matched?: number
  readonly added?: number
  readonly notice?: string | null
  readonly error?: string | null
  readonly source?: { readonly name: string; readonly outcome: SourceOutcome }
}

const NOTICE_MAX = 500
const NONE: SourceProgress = {
  asked: 0,
  received: 0,
  matched: 0,
  new: 0,
  charged: 0,
  notice: null,
  error: null,
  sources: {},
}

export function addProgress(progress: Progress, platform: Platform, change: ProgressChange): Progress {
  const before = progress[platform] ?? NONE
  const added = change.added ?? 0
  return {
    ...progress,
    [platform]: {
      asked: before.asked + (change.asked ?? 0),
      received: before.received + (change.received ?? 0),
      matched: before.matched + (change.matched ?? 0),
      new: before.new + added,
      // Every new mention was paid for: storing and charging are one transaction.
      charged: before.charged + added,
      notice: joinNotices(before.notice, change.notice ?? null),
      error: change.error === undefined ? before.error : change.error,
      sources:
        change.source === undefined
          ? before.sources
          : { ...before.sources, [change.source.name]: change.source.outcome },
    },
  }
}

// Each notice once; the length is limited, because people read it.
function joinNotices(before: string | null, notice: string | null): string | null {
  if (notice === null || before?.split('; ').includes(notice)) return before
  const joined = before === null ? notice : `${before}; ${notice}`
  return joined.length <= NOTICE_MAX ? joined : before
}

export function outcomeOf(progress: Progress, platform: Platform, source: string): SourceOutcome | null {
  // The progress of a run that an earlier version started may lack this field.
  return progress[platform]?.sources?.[source] ?? null
}
