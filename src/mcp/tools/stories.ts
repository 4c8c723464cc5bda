import { Type } from 'typebox'
import { Count, Timestamp } from '../../api/wire/fields.ts'
import type { WireMentionSearch } from '../../api/wire/mention.ts'
import { mapSome } from '../api.ts'
import { CoverageNote, coverageNote } from '../coverage.ts'
import { Counted, countMentions } from '../evidence.ts'
import { type Filter, FilterInput, filterOf, ProjectId, toQuery } from '../filter.ts'
import { MentionRow, toRow } from '../mention.ts'
import { type Context, defineTool } from '../tool.ts'
import { readInsights } from './overview.ts'

const LIMIT_DEFAULT = 5
const LIMIT_MAX = 10

export const topStories = defineTool({
  name: 'top_stories',
  title: 'Largest stories',
  description:
    'The largest stories of a project in a range (the last 30 days by default): a story is all near-duplicates of one text. Each has how many mentions and independent authors carry it in the range, and its earliest mention. Use it for "what are people talking about". Many mentions by few authors suggest coordination.',
  scope: 'read',
  changes: null,
  input: Type.Object(
    {
      project_id: ProjectId,
      ...FilterInput,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    project_id: Type.String(),
    from: Timestamp,
    to: Timestamp,
    mentions: Counted,
    stories: Type.Array(Type.Object({ story: Type.String(), mentions: Counted, authors: Count, earliest: MentionRow })),
    left_out: Type.Integer({ minimum: 0, description: 'Smaller stories that are not shown' }),
    coverage: CoverageNote,
  }),
  async run({ project_id, limit = LIMIT_DEFAULT, ...input }, context) {
    const chosen = filterOf(input)
    const { from, to, unique, groups, coverage } = await readInsights(context, project_id, chosen)
    const filter = { ...chosen, from, to }
    const singles = groups.length < limit ? await readSingles(context, project_id, filter) : []
    const known = new Set(groups.map(({ mention }) => mention.story))
    const shown = [...groups, ...singles.filter(({ mention }) => !known.has(mention.story))]
    const stories = await mapSome(shown.slice(0, limit), async ({ mention, authors }) => ({
      story: mention.story,
      mentions: await countMentions(context, project_id, { ...filter, story: mention.story }),
      authors,
      earliest: toRow(context, mention),
    }))
    return {
      project_id,
      from,
      to,
      mentions: await countMentions(context, project_id, filter),
      stories,
      left_out: unique - stories.length,
      coverage: coverageNote(coverage),
    }
  },
})

// The best ranked stories. Those that are no groups have one mention in the range; they follow the groups.
async function readSingles({ api }: Context, projectId: string, filter: Filter) {
  const query = { keywordId: projectId, ...toQuery(filter), order: 'ranked', limit: 2 * LIMIT_MAX }
  const { data } = await api.get<WireMentionSearch>('/api/mentions/search', query)
  return data.map((mention) => ({ mention, authors: 1 }))
}
