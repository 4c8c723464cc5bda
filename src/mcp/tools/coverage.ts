import { Type } from 'typebox'
import { Count, nullable, Source, Timestamp } from '../../api/wire/fields.ts'
import type { WireCoverage } from '../../api/wire/insights.ts'
import { linkTo, Period, ProjectId } from '../filter.ts'
import { defineTool } from '../tool.ts'

const GAPS_MAX = 20
const PERIODS_MAX = 20

export const coverage = defineTool({
  name: 'coverage',
  title: 'What was not seen?',
  description:
    'What the numbers of a project rest on in a range (the last 30 days by default): which sources were on, which share of the hours was collected, and the gaps with their reasons. Use it for "what did you not see", and before calling silence a result: a source that is off is absent, not silent.',
  scope: 'read',
  changes: null,
  input: Type.Object({ project_id: ProjectId, ...Period }, { additionalProperties: false }),
  output: Type.Object({
    project_id: Type.String(),
    from: Timestamp,
    to: Timestamp,
    share: nullable(
      Type.Number({ description: 'hours_covered / hours_listened; null when the project did not listen' }),
    ),
    hours_listened: Count,
    hours_covered: Count,
    lower_bound: Type.Boolean(),
    sources: Type.Array(
      Type.Object({
        source: Source,
        on: Type.Boolean({ description: 'False: not configured, so nothing of it can be seen' }),
        hours_listened: Count,
        hours_covered: Count,
      }),
    ),
    gaps: Type.Array(Type.Object({ from: Timestamp, to: Timestamp, source: nullable(Source), state: Type.String() }), {
      description: 'The newest; source is null when it was all of them',
    }),
    gaps_left_out: Count,
    periods: Type.Array(Type.Object({ from: Timestamp, to: Timestamp, state: Type.String() }), {
      description: 'What the project did, the newest',
    }),
    periods_left_out: Count,
    link: Type.String(),
  }),
  async run({ project_id, from, to }, context) {
    const found = await context.api.get<WireCoverage>('/api/project/coverage', { id: project_id, from, to })
    const { share, hours_listened, hours_covered, lower_bound, gaps, gaps_left_out } = found.coverage
    const newestGaps = gaps.slice(-GAPS_MAX)
    const newestPeriods = found.periods.slice(-PERIODS_MAX)
    return {
      project_id,
      from: found.from,
      to: found.to,
      share,
      hours_listened,
      hours_covered,
      lower_bound,
      sources: found.sources.map(({ source, on, hours_listened: listened, hours_covered: covered }) => ({
        source,
        on,
        hours_listened: listened,
        hours_covered: covered,
      })),
      gaps: newestGaps,
      gaps_left_out: gaps_left_out + gaps.length - newestGaps.length,
      periods: newestPeriods,
      periods_left_out: found.periods.length - newestPeriods.length,
      link: linkTo(context, project_id, { from: found.from, to: found.to }),
    }
  },
})
