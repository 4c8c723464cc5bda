import { type Static, Type } from 'typebox'
import { COMPARISON_WARNINGS, type WireComparedSide, type WireComparison } from '../../api/wire/compare.ts'
import { nullable, Share, Timestamp, words } from '../../api/wire/fields.ts'
import { Refusal } from '../../domain/problem.ts'
import { CoverageNote, coverageNote } from '../coverage.ts'
import { Counted, countMentions, countSentiments, Sentiments } from '../evidence.ts'
import { type Filter, FilterInput, filterOf, ProjectId, toQuery } from '../filter.ts'
import { type Context, defineTool } from '../tool.ts'

const SIDES_MAX = 6

const Side = Type.Object({
  project_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  mentions: Counted,
  mentions_per_day: Type.Number(),
  share_of_voice: nullable(Share),
  stories: Type.Integer({ minimum: 0 }),
  authors: Type.Integer({ minimum: 0 }),
  sentiment: Sentiments,
  coverage: CoverageNote,
})
type Side = Static<typeof Side>

const { from: _from, to: _to, ...WithoutPeriod } = FilterInput

export const compare = defineTool({
  name: 'compare',
  title: 'Compare projects or periods',
  description:
    'The same numbers side by side: for two to six projects in one range, or for one project in two to six periods. Each side has mentions, stories, authors and sentiment with the mentions behind them; differences are against the first side. Periods of different lengths are compared by mentions_per_day. Check coverage and warnings before calling a difference real.',
  scope: 'read',
  changes: null,
  input: Type.Object(
    {
      project_ids: Type.Array(ProjectId, { minItems: 1, maxItems: SIDES_MAX, uniqueItems: true }),
      periods: Type.Array(Type.Object({ from: Type.String({ maxLength: 40 }), to: Type.String({ maxLength: 40 }) }), {
        minItems: 1,
        maxItems: SIDES_MAX,
        description:
          'Days (YYYY-MM-DD, both included) or ISO 8601 date-times. One for several projects, or several for one',
      }),
      ...WithoutPeriod,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    sides: Type.Array(Side),
    differences: Type.Array(
      Type.Object({
        side: Type.Integer({ description: 'The position in sides, compared with position 0' }),
        mentions: Type.Integer(),
        mentions_per_day: Type.Number(),
        negative_share: Type.Number({ description: 'In percentage points' }),
      }),
    ),
    warnings: Type.Array(Type.Object({ side: Type.Integer(), code: words(COMPARISON_WARNINGS) }), {
      description: 'Why a difference may not be real',
    }),
  }),
  async run({ project_ids: projects, periods, ...input }, context) {
    if ((projects.length === 1) === (periods.length === 1))
      throw new Refusal(
        'invalid',
        'Give one period and two to six project_ids, or one of project_ids and two to six periods.',
        ['misused'],
      )
    const filter = filterOf(input)
    const chosen =
      projects.length === 1
        ? { id: projects[0], periods: periods.map(({ from, to }) => `${from}..${to}`).join(',') }
        : { ids: projects.join(','), ...periods[0] }
    const comparison = await context.api.get<WireComparison>('/api/compare', { ...toQuery(filter), ...chosen })
    const sides: Side[] = []
    for (const side of comparison.sides) sides.push(await toSide(context, side, filter))
    const [first, ...others] = sides
    return {
      sides,
      differences: first === undefined ? [] : others.map((side, index) => differ(first, side, index + 1)),
      warnings: comparison.warnings,
    }
  },
})

// The numbers of the comparison, with the mentions behind them.
async function toSide(context: Context, side: WireComparedSide, chosen: Filter): Promise<Side> {
  const { keyword_id: projectId, from, to } = side
  const filter = { ...chosen, from, to }
  return {
    project_id: projectId,
    from,
    to,
    mentions: await countMentions(context, projectId, filter),
    mentions_per_day: round(side.per_day),
    share_of_voice: side.share_of_voice,
    stories: side.unique,
    authors: side.independent,
    sentiment: await countSentiments(context, projectId, filter),
    coverage: coverageNote(side.coverage),
  }
}

function differ(first: Side, side: Side, index: number) {
  return {
    side: index,
    mentions: side.mentions.count - first.mentions.count,
    mentions_per_day: round(side.mentions_per_day - first.mentions_per_day),
    negative_share: round(negativePercent(side) - negativePercent(first)),
  }
}

function negativePercent({ mentions, sentiment }: Side): number {
  return mentions.count === 0 ? 0 : ((sentiment.negative?.count ?? 0) / mentions.count) * 100
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
