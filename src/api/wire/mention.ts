import { type Static, Type } from 'typebox'
import { JUDGING_MODELS } from '../../domain/sentiment.ts'
import { Count, nullable, paging, Relevance, Sentiment, Share, Source, Timestamp, WireEntity, words } from './fields.ts'

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
// What R10, the search and the dashboard add to the contract's mention.
const enriched = {
  ...mention,
  engagement: WireEngagement,
  similar_count: Count,
  // The id of its story, for the filter `story`.
  story: Type.String(),
  language: Type.String(),
  matched: Type.Array(Type.String()),
  // `passing`: a long text that is about something else and only mentions the terms.
  relevance: Relevance,
  // The persons, organisations, places and provinces that the text names.
  entities: Type.Array(WireEntity),
  // The person who wrote the article; `targeted_account` is the outlet.
  byline: nullable(Type.String()),
  // The name of the person who set the sentiment by hand, and when; null while the model's judgement stands.
  corrected: nullable(Type.Object({ by: Type.String(), at: Timestamp })),
  // The text before the article was last changed, and when that was noticed; null when it never was.
  earlier: nullable(Type.Object({ text: Type.String(), until: Timestamp })),
  // What people put on it and wrote about it.
  tags: Type.Array(Type.String()),
  note: nullable(Type.Object({ text: Type.String(), by: Type.String(), at: Timestamp })),
  // Whether the expression or the dates of the project were edited and no longer match it.
  no_longer_matching: Type.Boolean(),
  // What judged the mention when it was stored, and the calibrated probabilities of a model; both null for mentions that an earlier
  // version stored.
  probabilities: nullable(Type.Object({ negative: Share, neutral: Share, positive: Share })),
  model: nullable(words(JUDGING_MODELS)),
}
export const WireEnrichedMention = Type.Object(enriched)
// After a change, which may have hidden it.
export const WireChangedMention = Type.Object({ ...enriched, hidden: Type.Boolean() })
// Who hid it and when.
export const WireHiddenMention = Type.Object({
  ...enriched,
  hidden: Type.Object({ by: Type.String(), at: Timestamp }),
})
export const WireHiddenMentions = Type.Object({ data: Type.Array(WireHiddenMention), next: nullable(Type.String()) })
// `mention` is its present state; null when it is deleted or hidden.
export const WireChangeLog = Type.Object({
  data: Type.Array(
    Type.Object({
      number: Count,
      change: words(['new', 'changed', 'deleted']),
      id: Type.String(),
      at: Timestamp,
      mention: nullable(Type.Object(enriched)),
    }),
  ),
  next: Count,
  more: Type.Boolean(),
})
export const WireScoreParts = Type.Object({
  recency: Type.Number(),
  engagement: Type.Number(),
  spread: Type.Number(),
  relevance: Type.Number(),
})
export const WireRankedStory = Type.Object({
  ...enriched,
  // What at least half of the first mentions of the story name.
  story_entities: Type.Array(WireEntity),
  score: Type.Number(),
  rank: Type.Integer({ minimum: 1 }),
  // Independent authors of the story; false where their number is estimated (standard error 7 %).
  authors: Count,
  authors_exact: Type.Boolean(),
  explain: Type.Optional(WireScoreParts),
})
export const WireRankedStoryPage = Type.Object({ data: Type.Array(WireRankedStory), ...paging })
// `explain` and `first` only where the request has `explain`.
export const WireListedMention = Type.Object({
  ...enriched,
  // The parts of the score of its story.
  explain: Type.Optional(WireScoreParts),
  // Independent authors of its story.
  authors: Type.Optional(Count),
  // The earliest mention of its story.
  first: Type.Optional(
    Type.Object({
      id: Type.String(),
      createdat: Timestamp,
      targeted_account: Type.Object({ username: Type.String(), display_name: Type.String() }),
    }),
  ),
})
// Keyset reading for long lists. `total` counts the whole list.
export const WireMentionSearch = Type.Object({
  data: Type.Array(WireListedMention),
  next: nullable(Type.String()),
  total: Count,
})

export type WireMention = Static<typeof WireMention>
export type WireEnrichedMention = Static<typeof WireEnrichedMention>
export type WireChangedMention = Static<typeof WireChangedMention>
export type WireHiddenMentions = Static<typeof WireHiddenMentions>
export type WireRankedStory = Static<typeof WireRankedStory>
export type WireRankedStoryPage = Static<typeof WireRankedStoryPage>
export type WireListedMention = Static<typeof WireListedMention>
export type WireMentionSearch = Static<typeof WireMentionSearch>
