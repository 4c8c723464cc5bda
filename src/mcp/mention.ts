import { type Static, Type } from 'typebox'
import { Relevance, Source, Timestamp } from '../api/wire/fields.ts'
import { WireEngagement, type WireEnrichedMention } from '../api/wire/mention.ts'
import { SENTIMENT_LABELS } from '../domain/sentiment.ts'
import { linkTo, SentimentName } from './filter.ts'
import { Cut, cut, cutName, cutUrl, Quoted, quoted } from './quoted.ts'
import type { Context } from './tool.ts'

export const LIST_TEXT_MAX = 500
const NAMES_MAX = 10

export const MentionRow = Type.Object({
  id: Type.String(),
  source: Source,
  published_at: Timestamp,
  sentiment: SentimentName,
  sentiment_by: Type.String({ description: 'model, or person when it was corrected by hand' }),
  language: Type.String(),
  relevance: Type.Unsafe<Relevance>({ ...Relevance, description: 'passing: the text is about something else' }),
  engagement: WireEngagement,
  story: Type.String({ description: 'The id of its story: all near-duplicates of one text' }),
  copies: Type.Integer({ minimum: 0, description: 'Other mentions of the story' }),
  link: Type.String({ description: 'Opens the dashboard on this mention' }),
  quoted: Quoted({
    ...Cut,
    author: Type.String(),
    author_name: Type.String(),
    byline: Type.Optional(Type.String()),
    names: Type.Array(Type.String(), {
      description: 'Persons, organisations, places and provinces that the text names, as the filter entity takes them',
    }),
    url: Type.String({ description: 'The original' }),
  }),
})
export type MentionRow = Static<typeof MentionRow>

export function toRow(context: Context, mention: WireEnrichedMention, textMax = LIST_TEXT_MAX): MentionRow {
  const { id, keywordid, createdat, story, targeted_account: author, byline } = mention
  const moment = { from: createdat, to: new Date(Date.parse(createdat) + 1).toISOString() }
  return {
    id,
    source: mention.socialmediaid,
    published_at: createdat,
    sentiment: SENTIMENT_LABELS[mention.sentimen],
    sentiment_by: mention.corrected === null ? 'model' : 'person',
    language: mention.language,
    relevance: mention.relevance,
    engagement: mention.engagement,
    story,
    copies: mention.similar_count,
    link: linkTo(context, keywordid, { ...moment, story }),
    quoted: quoted({
      ...cut(mention.content, textMax),
      author: cutName(author.username),
      author_name: cutName(author.display_name),
      ...(byline === null ? {} : { byline: cutName(byline) }),
      names: mention.entities.slice(0, NAMES_MAX).map(({ id: name }) => cutName(name)),
      url: cutUrl(mention.url),
    }),
  }
}
