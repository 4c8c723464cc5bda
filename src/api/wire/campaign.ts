import { type Static, Type } from 'typebox'
import { Count, nullable, Timestamp, words } from './fields.ts'
import { WireEnrichedMention } from './mention.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

export const WireCampaign = Type.Object({
  // The story.
  id: Type.String(),
  keyword_id: Type.String(),
  // Mentions of the story; `read` of them were examined, the earliest, and `own` of these name no source.
  copies: Count,
  read: Count,
  own: Count,
  authors: Count,
  authors_exact: Type.Boolean(),
  // Why equal words are nothing remarkable here; null where they are.
  ordinary: nullable(words(['few', 'news', 'shared', 'formula', 'short'] as const)),
  // The ten minutes with the most accounts.
  burst: nullable(Type.Object({ authors: Count, from: Timestamp, to: Timestamp, share: Share })),
  // A number in the text that is hardly ever the same: the first ones, how many there are, and whether they grow with time.
  serial: nullable(Type.Object({ numbers: Type.Array(Type.String()), distinct: Count, rising: Type.Boolean() })),
  // `accounts` of the story's `of` accounts also posted equal words in at least two of the other stories.
  together: nullable(
    Type.Object({
      accounts: Count,
      of: Count,
      stories: Type.Array(Type.Object({ id: Type.String(), accounts: Count, text: Type.String() })),
    }),
  ),
  // Without gaps.
  timeline: Type.Object({
    step_seconds: Count,
    points: Type.Array(Type.Object({ at: Timestamp, copies: Count })),
  }),
  // The longest passage that at least four of five copies have, and the share of those that have all of it.
  wording: Type.Object({ text: Type.String(), share: Share }),
  // Copies side by side, one of each account; `marks` is what they share.
  examples: Type.Array(
    Type.Object({ mention: WireEnrichedMention, marks: Type.Array(Type.Object({ start: Count, end: Count })) }),
  ),
})
export type WireCampaign = Static<typeof WireCampaign>

export const WireCampaigns = Type.Object({
  data: Type.Array(WireCampaign),
  // What these are, and are not.
  notice: Type.String(),
  // How many stories of at least five authors were examined, since when, and whether these are all of the range.
  examined: Count,
  since: Timestamp,
  complete: Type.Boolean(),
})
export type WireCampaigns = Static<typeof WireCampaigns>
