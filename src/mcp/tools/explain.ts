import { Type } from 'typebox'
import type { WireRangeExplanation } from '../../api/wire/alert.ts'
import { nullable, Source, Timestamp } from '../../api/wire/fields.ts'
import { mapSome } from '../api.ts'
import { CoverageNote, coverageNote } from '../coverage.ts'
import {
  Counted,
  CountedName,
  countMentions,
  countName,
  countSentiments,
  NAMES_MAX,
  Sentiments,
  withWords,
} from '../evidence.ts'
import { type Filter, filterOf, ProjectInput, toQuery } from '../filter.ts'
import { LIST_TEXT_MAX } from '../mention.ts'
import { Cut, cut, cutName, cutUrl, Quoted, quoted } from '../quoted.ts'
import { type Context, defineTool } from '../tool.ts'

export const explainChange = defineTool({
  name: 'explain_change',
  title: 'Why did the volume change?',
  description:
    'Explains a range of time of one project: how many mentions were seen and how many its own history made likely, the stories, words and hashtags that are new in the range, sources, authors, sentiment now, and three examples. Give from and to around the change, of hours or a few days. Use it for "why is there a peak" and "what happened yesterday".',
  scope: 'read',
  changes: null,
  input: ProjectInput,
  output: Type.Object({
    project_id: Type.String(),
    from: Timestamp,
    to: Timestamp,
    seen: Counted,
    expected: nullable(
      Type.Object(
        { mentions: Type.Number(), low: nullable(Type.Number()), high: nullable(Type.Number()) },
        { description: 'By the history of the project; null while there is too little of it' },
      ),
    ),
    stories: Type.Array(
      Type.Object({
        story: Type.String(),
        mentions: Counted,
        size: Type.Integer({ minimum: 0, description: 'Mentions of the story at any time' }),
        quoted: Quoted(Cut),
      }),
    ),
    words: Type.Array(CountedName),
    hashtags: Type.Array(CountedName),
    authors: Type.Array(CountedName),
    sources: Type.Array(Type.Object({ source: Source, mentions: Counted })),
    sentiment: Sentiments,
    sentiment_before: Type.Object(Sentiments.properties, { description: 'In the period of the same length before' }),
    examples: Type.Array(
      Type.Object({
        id: Type.String(),
        source: Source,
        published_at: Timestamp,
        quoted: Quoted({ ...Cut, author: Type.String(), url: Type.String() }),
      }),
    ),
    coverage: CoverageNote,
  }),
  async run({ project_id, ...input }, context) {
    const chosen = filterOf(input)
    const moment = await context.api.get<WireRangeExplanation>('/api/project/moments', {
      id: project_id,
      ...toQuery(chosen),
    })
    const { from, to, expected, low, high } = moment
    const filter = { ...chosen, from, to }
    return {
      project_id,
      from,
      to,
      seen: await countMentions(context, project_id, filter),
      expected: expected === null ? null : { mentions: expected, low, high },
      ...(await countParts(context, project_id, moment, filter)),
      sentiment: await countSentiments(context, project_id, filter),
      sentiment_before: await countSentiments(context, project_id, { ...filter, ...periodBefore(from, to) }),
      examples: moment.examples.map(({ id, source, published_at, text, username, url }) => ({
        id,
        source,
        published_at,
        quoted: quoted({ ...cut(text, LIST_TEXT_MAX), author: cutName(username), url: cutUrl(url) }),
      })),
      coverage: coverageNote(moment.coverage),
    }
  },
})

function periodBefore(from: string, to: string) {
  return { from: new Date(2 * Date.parse(from) - Date.parse(to)).toISOString(), to: from }
}

async function countParts(context: Context, projectId: string, moment: WireRangeExplanation, filter: Filter) {
  const named = countName(context, projectId)
  const authors = moment.authors
    .filter(({ username }) => username !== '')
    .slice(0, NAMES_MAX)
    .map(({ username, source }) => ({ name: username, filter: { ...filter, author: username, sources: [source] } }))
  return {
    stories: await mapSome(moment.stories.slice(0, NAMES_MAX), async ({ id, size, text }) => ({
      story: id,
      mentions: await countMentions(context, projectId, { ...filter, story: id }),
      size,
      quoted: quoted(cut(text, LIST_TEXT_MAX)),
    })),
    words: await mapSome(withWords(filter, moment.terms), named),
    hashtags: await mapSome(withWords(filter, moment.hashtags), named),
    authors: await mapSome(authors, named),
    sources: await mapSome(moment.platforms, async ({ source }) => ({
      source,
      mentions: await countMentions(context, projectId, { ...filter, sources: [source] }),
    })),
  }
}
