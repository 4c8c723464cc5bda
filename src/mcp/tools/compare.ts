import { type Static, Type } from 'typebox'
import { Timestamp } from '../../api/wire/fields.ts'
import { Problem } from '../../domain/problem.ts'
import { CoverageNote, coverageNote } from '../coverage.ts'
import { Counted, countMentions, countSentiments, Sentiments } from '../evidence.ts'
import { type Filter, FilterInput, filterOf, ProjectId } from '../filter.ts'
import { type Context, defineTool } from '../tool.ts'
import { readInsights } from './overview.ts'

const SIDES_MAX = 5
const DAY_MS = 86_400_000

const Side = Type.Object({
  project_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  mentions: Counted,
  mentions_per_day: Type.Number(),
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
    'The same numbers side by side: for two to five projects in one range, or for one project in two to five periods. Each side has mentions, stories, authors and sentiment with the mentions behind them; differences are against the first side. Periods of different lengths are compared by mentions_per_day. Check coverage before calling a difference real.',
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
  }),
  async run({ project_ids: projects, periods, ...input }, context) {
    if ((projects.length === 1) === (periods.length === 1))
      throw new Problem(
        'invalid',
        'Give one period and two to five project_ids, or one of project_ids and two to five periods.',
      )
    const filter = filterOf(input)
    const pairs = projects.flatMap((projectId) => periods.map((period) => ({ projectId, period })))
    const sides: Side[] = []
    for (const { projectId, period } of pairs) sides.push(await readSide(context, projectId, { ...filter, ...period }))
    const [first, ...others] = sides
    return {
      sides,
      differences: first === undefined ? [] : others.map((side, index) => differ(first, side, index + 1)),
    }
  },
})

async function readSide(context: Context, projectId: string, chosen: Filter): Promise<Side> {
  const { from, to, unique, independent, coverage } = await readInsights(context, projectId, chosen)
  const filter = { ...chosen, from, to }
  const mentions = await countMentions(context, projectId, filter)
  return {
    project_id: projectId,
    from,
    to,
    mentions,
    mentions_per_day: round((mentions.count * DAY_MS) / (Date.parse(to) - Date.parse(from))),
    stories: unique,
    authors: independent,
    sentiment: await countSentiments(context, projectId, filter),
    coverage: coverageNote(coverage),
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
