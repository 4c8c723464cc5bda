// The shapes on the wire. The contract's odd spellings live here and nowhere else; inside, the words are ours.
// Every schema validates what comes in or describes what goes out, and the OpenAPI document is made from them.
import { type Static, type TSchema, Type } from 'typebox'
import { CATEGORIES } from '../domain/category.ts'
import { FEED_STATES } from '../domain/feed.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { PROJECT_KINDS } from '../domain/project.ts'

const words = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Timestamp = Type.String({ format: 'date-time' })
const Count = Type.Integer({ minimum: 0 })
const Sentiment = Type.Unsafe<-1 | 0 | 1>({ type: 'integer', enum: [-1, 0, 1] })
export const Source = words(PLATFORMS)

export const WireError = Type.Object(
  { success: Type.Literal(false), error: Type.String(), message: Type.String() },
  { $id: 'Error' },
)
export const WireMessage = Type.Object({ message: Type.String() })

// 2.2 User identity
export const WireUser = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  username: Type.String(),
})
export const WireLogin = Type.Object({
  token: Type.String(),
  expires_at: Timestamp,
  roles: Type.Array(Type.String()),
  user: WireUser,
})
export const WireSession = Type.Object({
  valid: Type.Boolean(),
  expires_at: Timestamp,
  roles: Type.Array(Type.String()),
  user: WireUser,
})
export const WireLogout = Type.Object({ success: Type.Boolean(), message: Type.String() })
export const WireLogoutAll = Type.Object({ success: Type.Boolean(), message: Type.String(), revoked: Count })

// 2.3 Project
export const WireProject = Type.Object({
  id: Type.String(),
  group: Type.String(),
  keyword: Type.String(),
  exclude: Type.String(),
  islisten: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
  updatedAt: Timestamp,
  categoryid: words(CATEGORIES),
  start_date: Type.String({ format: 'date' }),
  end_date: nullable(Type.String({ format: 'date' })),
  type: words(PROJECT_KINDS),
})
const paging = { total: Count, page: Count, limit: Count, totalPages: Count }
export const WireProjectPage = Type.Object({ data: Type.Array(WireProject), ...paging })
export const WireProjectCreated = Type.Object({ message: Type.String(), data: WireProject })
export const WireCount = Type.Object({ data: Count })

// 2.4 Mention
const mention = {
  id: Type.String(),
  targeted_account_id: Type.String(),
  content: Type.String(),
  keywordid: Type.String(),
  url: Type.String(),
  sentimen: Sentiment,
  socialmediaid: Source,
  createdat: Timestamp,
  updated_at: Timestamp,
  targeted_account: Type.Object({ username: Type.String(), display_name: Type.String() }),
  SnaKeyword: Type.Object({ group: Type.String(), keyword: Type.String() }),
}
export const WireMention = Type.Object(mention)
export const WireMentionPage = Type.Object({ data: Type.Array(WireMention), ...paging })

export const WireEngagement = Type.Object({ likes: Count, comments: Count, shares: Count, views: Count })
// What R10, the search and the dashboard tell beyond the contract's mention.
const enriched = {
  ...mention,
  engagement: WireEngagement,
  similar_count: Count,
  language: Type.String(),
  matched: Type.Array(Type.String()),
  // Who set the sentiment by hand and when; null while the model's judgement stands.
  corrected: nullable(Type.Object({ by: Type.String(), at: Timestamp })),
}
export const WireEnrichedMention = Type.Object(enriched)
export const WireScoreParts = Type.Object({
  recency: Type.Number(),
  engagement: Type.Number(),
  spread: Type.Number(),
  relevance: Type.Number(),
})
export const WireRanked = Type.Object({
  ...enriched,
  score: Type.Number(),
  rank: Type.Integer({ minimum: 1 }),
  explain: Type.Optional(WireScoreParts),
})
export const WireRankedPage = Type.Object({ data: Type.Array(WireRanked), ...paging })
// Keyset reading for long lists. `reached` says how far back a text or language filter has looked.
export const WireSearch = Type.Object({
  data: Type.Array(WireEnrichedMention),
  next: nullable(Type.String()),
  scanned: Count,
  reached: nullable(Timestamp),
})

// 2.5 Summary
export const WireEvidence = Type.Array(Type.Object({ text: Type.String(), mentions: Type.Array(Type.String()) }))
const Distribution = Type.Record(Type.String(), Count)
export const WireGenerated = Type.Object({
  status: words(['success', 'insufficient_data'] as const),
  keyword_id: Type.String(),
  result: Type.Object({
    summary: Type.String(),
    metrics: Type.Object({
      sentiment_distribution: Distribution,
      total: Count,
      engine: Type.String(),
      evidence: WireEvidence,
      dropped: Count,
    }),
  }),
})
export const WireSummary = Type.Object({
  id: Type.String(),
  ai_summary: Type.String(),
  sentiment_distribution: Type.String(),
  created_at: Timestamp,
  keyword_id: Type.String(),
  engine: Type.String(),
  total: Count,
  dropped: Count,
  evidence: WireEvidence,
})

// 4.4 Dispatch and its progress
export const WireDispatch = Type.Object({
  success: Type.Boolean(),
  result: Type.Object({
    job_id: Type.Optional(Type.String()),
    status: words(['queued', 'running', 'refused'] as const),
    reason: Type.Optional(words(['quota_exhausted', 'project_ended', 'project_not_started', 'no_source'] as const)),
    sources: Type.Array(Type.Object({ source: Source, status: words(['queued', 'not_configured'] as const) })),
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

// 2.9 Quota
export const WireQuota = Type.Object({ id: Type.String(), kuota: Count })
export const WireQuotaHistory = Type.Object({
  kuota: Count,
  granted: Count,
  charged: Count,
  // Charged per local day and project; the group is null when the project is gone.
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      keyword_id: Type.String(),
      group: nullable(Type.String()),
      charged: Count,
    }),
  ),
})

// The dashboard's readings
export const WireSeriesPoint = Type.Object({
  // Start of the hour or local day, UTC.
  at: Timestamp,
  negative: Count,
  neutral: Count,
  positive: Count,
  sources: Type.Record(Type.String(), Count),
})
export const WireInsights = Type.Object({
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  step: words(['hour', 'day'] as const),
  total: Count,
  sentiment_distribution: Distribution,
  sources: Distribution,
  series: Type.Array(WireSeriesPoint),
  languages: Distribution,
  authors: Type.Array(
    Type.Object({
      targeted_account_id: Type.String(),
      username: Type.String(),
      display_name: Type.String(),
      socialmediaid: Source,
      count: Count,
    }),
  ),
  hashtags: Type.Array(Type.Object({ term: Type.String(), count: Count, score: Type.Number() })),
  terms: Type.Array(Type.Object({ term: Type.String(), count: Count, score: Type.Number() })),
  groups: Type.Array(Type.Object({ mention: WireEnrichedMention, count: Count, authors: Count })),
  // Set when a text or language filter made us look at the newest mentions only: how many, and back to when.
  partial: nullable(Type.Object({ scanned: Count, since: Timestamp })),
})
export const WireCoverage = Type.Object({
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  sources: Type.Array(
    Type.Object({
      source: Source,
      hours: Type.Array(
        Type.Object({
          at: Timestamp,
          asked: Count,
          answered: Count,
          empty: Count,
          failed: Count,
          not_configured: Count,
        }),
      ),
    }),
  ),
  // Hours in which the project was to be collected and nothing was asked of any source.
  gaps: Type.Array(Type.Object({ from: Timestamp, to: Timestamp })),
})
export const WireOverview = Type.Object({
  data: Type.Array(
    Type.Object({
      project: WireProject,
      total: Count,
      sentiment_distribution: Distribution,
      // Mentions per local day, oldest first, the last 14 days.
      days: Type.Array(Count),
      last_job: nullable(WireJob),
      charged: Count,
    }),
  ),
})
export const WireKeywordCheck = Type.Object({
  valid: Type.Boolean(),
  error: nullable(Type.Object({ message: Type.String(), position: Count })),
  alternatives: Type.Array(Type.Array(Type.String())),
  exclusions: Type.Array(Type.String()),
  match: nullable(
    Type.Object({
      matched: Type.Boolean(),
      alternative: nullable(Count),
      found: Type.Array(
        Type.Object({ term: Type.String(), spans: Type.Array(Type.Object({ start: Count, end: Count })) }),
      ),
      excluded_by: nullable(Type.String()),
    }),
  ),
})
export const WireSourceState = Type.Object({
  source: Source,
  name: Type.String(),
  status: words(['ready', 'not_configured'] as const),
  // The settings it still needs, and what they are.
  needs: Type.Array(Type.String()),
})
export const WireSources = Type.Object({ data: Type.Array(WireSourceState) })

// Administration
export const WireAccount = Type.Object({
  ...WireUser.properties,
  roles: Type.Array(Type.String()),
  kuota: Count,
  disabled: Type.Boolean(),
})
export const WireAccountPage = Type.Object({ data: Type.Array(WireAccount), ...paging })

export const WireFeed = Type.Object({
  id: Type.String(),
  url: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  shipped: Type.Boolean(),
  family: nullable(Type.String()),
  region: nullable(Type.String()),
  state: words(FEED_STATES),
  detail: nullable(Type.String()),
  last_polled_at: nullable(Timestamp),
  last_post_at: nullable(Timestamp),
  posts: Count,
})
export const WireFeeds = Type.Object({ data: Type.Array(WireFeed), ...paging })
export const WireImportReport = Type.Object({
  rows: Count,
  new: Count,
  known: Count,
  not_matched: Count,
  outside_dates: Count,
  unpaid: Count,
  invalid: Count,
  errors: Type.Array(Type.Object({ row: Count, message: Type.String() })),
  kuota: Count,
})

export type WireUser = Static<typeof WireUser>
export type WireSession = Static<typeof WireSession>
export type WireProject = Static<typeof WireProject>
export type WireProjectPage = Static<typeof WireProjectPage>
export type WireMention = Static<typeof WireMention>
export type WireEnrichedMention = Static<typeof WireEnrichedMention>
export type WireRanked = Static<typeof WireRanked>
export type WireRankedPage = Static<typeof WireRankedPage>
export type WireSearch = Static<typeof WireSearch>
export type WireGenerated = Static<typeof WireGenerated>
export type WireSummary = Static<typeof WireSummary>
export type WireDispatch = Static<typeof WireDispatch>
export type WireJob = Static<typeof WireJob>
export type WireJobs = Static<typeof WireJobs>
export type WireQuota = Static<typeof WireQuota>
export type WireQuotaHistory = Static<typeof WireQuotaHistory>
export type WireInsights = Static<typeof WireInsights>
export type WireCoverage = Static<typeof WireCoverage>
export type WireOverview = Static<typeof WireOverview>
export type WireKeywordCheck = Static<typeof WireKeywordCheck>
export type WireSources = Static<typeof WireSources>
export type WireAccount = Static<typeof WireAccount>
export type WireAccountPage = Static<typeof WireAccountPage>
export type WireFeed = Static<typeof WireFeed>
export type WireFeeds = Static<typeof WireFeeds>
export type WireImportReport = Static<typeof WireImportReport>
export type WireError = Static<typeof WireError>
