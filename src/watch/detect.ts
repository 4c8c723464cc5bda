import type { Rule } from '../domain/alert.ts'
import type { Expectations } from './baseline.ts'
import type { DetectRange } from './detect-range.ts'
import { type Found, IncidentTracker, type TrackOptions } from './incident-tracker.ts'
import { findMentions } from './mention-rule.ts'
import { findLowQuota, type QuotaPoint } from './quota-rule.ts'
import { CumulativeCounts, type HourCounts, MINUTE_MS, type MinuteDetail } from './series.ts'
import { findSilence, type SourceHours } from './silence-rule.ts'
import { findStories, type StoryMentions } from './story-rule.ts'
import { conditionOf, isNegativeCell, type WindowRule } from './windows.ts'

// Everything that a rule may use, by time of publication.
export interface WatchedSeries {
  readonly counts: HourCounts
  // The minutes of the hours that `minutesNeeded` returned.
  readonly detail: MinuteDetail
  readonly baseline: Expectations
  // For rules about stories: those that are large enough.
  readonly stories?: readonly StoryMentions[]
  // For rules about silence.
  readonly sources?: Iterable<SourceHours>
  // For rules about the quota.
  readonly quota?: readonly QuotaPoint[]
}

// The incidents that a rule opens in [from, to). The only evaluation there is: live it runs over the last hours, as a back-test over
// months. A window is judged by what was published before its end and by nothing later.
export function detect(rule: Rule, series: WatchedSeries, range: DetectRange): Found[] {
  const track = (subject: string, closeMinutes?: number) => trackerOf(range, subject, closeMinutes)
  switch (rule.kind) {
    case 'spike':
    case 'volume':
    case 'negative':
      return findWindows(rule, series, range, track(''))
    case 'mention':
      return findMentions(rule, new CumulativeCounts(series.counts, series.detail), range)
    case 'story':
      return findStories(rule, series.stories ?? [], range, track)
    case 'silence':
      return findSilence(rule, series.sources ?? [], range, track)
    case 'quota':
      return findLowQuota(rule, series.quota ?? [], range, track)
  }
}

// The hours whose minutes `detect` reads. When it returns none and nothing is open, nothing can have happened: most evaluations end here.
export function minutesNeeded(rule: Rule, counts: HourCounts, baseline: Expectations, range: DetectRange): number[] {
  if (rule.kind === 'mention') return hoursWithMentions(rule.everyMinutes, counts, range)
  if (rule.kind !== 'spike' && rule.kind !== 'volume' && rule.kind !== 'negative') return []
  const condition = conditionOf(rule, { ...cumulate(counts, new Map()), baseline })
  const needed = new Set<number>()
  for (const hour of hoursOf(range)) {
    if (!condition.isPossible(hour)) continue
    needed.add(hour)
    for (const edge of condition.edgeMinutes) {
      const last = hour + 1 - Math.floor(edge / 60)
      for (let start = Math.floor((hour * 60 + 1 - edge) / 60); start <= last; start++) needed.add(start)
    }
  }
  return [...needed].sort((a, b) => a - b)
}

function findWindows(rule: WindowRule, series: WatchedSeries, range: DetectRange, tracker: IncidentTracker): Found[] {
  const { counts, detail, baseline } = series
  const condition = conditionOf(rule, { ...cumulate(counts, detail), baseline })
  const step = condition.stepMinutes
  const to = minuteOf(range.to)
  let streak = 0
  for (const hour of hoursOf(range)) {
    if (!condition.isPossible(hour)) {
      streak = 0
      continue
    }
    for (let minute = hour * 60 + step; minute <= Math.min(to, (hour + 1) * 60); minute += step) {
      const hit = condition.test(minute)
      streak = hit === null ? 0 : streak + 1
      if (hit !== null && streak >= condition.stepsMin && minute * MINUTE_MS >= range.from.getTime()) tracker.add(hit)
    }
  }
  return tracker.finish(to)
}

function cumulate(counts: HourCounts, detail: MinuteDetail) {
  return {
    all: new CumulativeCounts(counts, detail),
    negative: new CumulativeCounts(counts, detail, isNegativeCell),
  }
}

// The hours in which a window of the range can end. One that ends with an hour belongs to that hour.
function* hoursOf({ from, to }: DetectRange): Generator<number> {
  const last = Math.floor((minuteOf(to) - 1) / 60)
  for (let hour = Math.floor((minuteOf(from) - 1) / 60); hour <= last; hour++) yield hour
}

function hoursWithMentions(everyMinutes: number, counts: HourCounts, range: DetectRange): number[] {
  if (everyMinutes % 60 === 0) return []
  const all = new CumulativeCounts(counts, new Map())
  const hours = []
  for (
    let hour = Math.floor(minuteOf(range.from) / 60) - Math.ceil(everyMinutes / 60);
    hour * 60 < minuteOf(range.to);
    hour++
  )
    if (all.hour(hour) > 0) hours.push(hour)
  return hours
}

function trackerOf(range: DetectRange, subject: string, closeMinutes?: number): IncidentTracker {
  const before = range.before?.find((one) => one.subject === subject)
  const options: TrackOptions = {
    subject,
    cooldownMinutes: range.cooldownMinutes,
    openedAt: before?.openedAt?.getTime(),
    closedAt: before?.closedAt?.getTime(),
    ...(closeMinutes === undefined ? {} : { closeMinutes }),
  }
  return new IncidentTracker(options, minuteOf(range.from))
}

function minuteOf(instant: Date): number {
  return Math.floor(instant.getTime() / MINUTE_MS)
}
