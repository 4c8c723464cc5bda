import { type Static, Type } from 'typebox'
import { Count, nullable, Source, Timestamp, words } from './fields.ts'

export const WireDispatch = Type.Object({
  success: Type.Boolean(),
  result: Type.Object({
    job_id: Type.Optional(Type.String()),
    status: words(['queued', 'running', 'refused'] as const),
    reason: Type.Optional(words(['quota_exhausted', 'project_ended', 'project_not_started', 'no_source'] as const)),
    // True when the end date has passed: the run collects what was published inside the dates.
    lookback: Type.Optional(Type.Literal(true)),
    sources: Type.Array(
      Type.Object({
        source: Source,
        status: words(['queued', 'not_configured', 'out_of_reach'] as const),
        // Only when looking back: the earliest publication time that the source can reach; null when it reaches nothing.
        since: Type.Optional(nullable(Timestamp)),
      }),
    ),
    kuota: Count,
  }),
})
export const WireSourceProgress = Type.Object({
  asked: Count,
  received: Count,
  matched: Count,
  new: Count,
  charged: Count,
  notice: nullable(Type.String()),
  error: nullable(Type.String()),
})
export const WireJob = Type.Object({
  job_id: Type.String(),
  keyword_id: nullable(Type.String()),
  status: words(['queued', 'running', 'done', 'failed'] as const),
  // Keyed by source.
  progress: Type.Record(Type.String(), WireSourceProgress),
  // Why it failed, or until when it waits.
  detail: nullable(Type.String()),
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
})
export const WireJobs = Type.Object({ data: Type.Array(WireJob) })

export type WireDispatch = Static<typeof WireDispatch>
export type WireJob = Static<typeof WireJob>
export type WireJobs = Static<typeof WireJobs>
