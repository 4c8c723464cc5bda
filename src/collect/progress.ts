import type { Platform } from '../domain/platform.ts'

export type PartEnding = 'done' | 'busy' | 'broken' | 'refused'

// How far a run has come with one platform, as its owner sees it.
export interface SourceProgress {
  readonly asked: number
  readonly received: number
  readonly matched: number
  readonly new: number
  readonly charged: number
  readonly notice: string | null
  readonly error: string | null
  // How each source of the platform ended, so that a run that is taken up again asks only those that did not answer.
  readonly parts: Readonly<Record<string, PartEnding>>
}

export type Progress = Readonly<Partial<Record<Platform, SourceProgress>>>

export interface ProgressChange {
  readonly asked?: number
  readonly received?: number
  readonly matched?: number
  readonly added?: number
  readonly notice?: string | null
  readonly error?: string | null
  readonly part?: { readonly name: string; readonly ending: PartEnding }
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
  parts: {},
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
      // A mention that is new is one that was paid for: they are stored and charged together.
      charged: before.charged + added,
      notice: joinNotices(before.notice, change.notice ?? null),
      error: change.error === undefined ? before.error : change.error,
      parts: change.part === undefined ? before.parts : { ...before.parts, [change.part.name]: change.part.ending },
    },
  }
}

// Each notice once; a long list is cut, because it is read by people.
function joinNotices(before: string | null, notice: string | null): string | null {
  if (notice === null || before?.split('; ').includes(notice)) return before
  const joined = before === null ? notice : `${before}; ${notice}`
  return joined.length <= NOTICE_MAX ? joined : before
}

export function endingOf(progress: Progress, platform: Platform, part: string): PartEnding | null {
  return progress[platform]?.parts[part] ?? null
}
