import { type Static, Type } from 'typebox'
import { Count, Source, Timestamp, words } from '../../api/wire/fields.ts'
import type { WireInsights } from '../../api/wire/insights.ts'
import { dayOf, nextDay, startOfDay } from '../../domain/day.ts'
import type { Platform } from '../../domain/platform.ts'
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
  withEntities,
  withWords,
} from '../evidence.ts'
import { type Filter, filterOf, linkTo, ProjectInput, toQuery } from '../filter.ts'
import { type Context, defineTool } from '../tool.ts'

const POINTS_MAX = 31
const HOUR_MS = 3_600_000

const Point = Type.Object({
  from: Timestamp,
  to: Timestamp,
  mentions: Count,
  negative: Count,
  neutral: Count,
  positive: Count,
  link: Type.String(),
})

export const projectOverview = defineTool({
  name: 'project_overview',
  title: 'Overview of a project',
  description:
    'What one project shows in a range (the last 30 days unless from and to are given) and under an optional filter: mentions, different stories, independent authors, sentiment, sources, languages, the most active authors, hashtags and words, the persons, organisations and places that the texts name, and the volume by hour or day. Every number has the mentions behind it. Use it for "how is it going with …".',
  scope: 'read',
  changes: null,
  input: ProjectInput,
  output: Type.Object({
    project_id: Type.String(),
    from: Timestamp,
    to: Timestamp,
    mentions: Counted,
    stories: Type.Integer({ minimum: 0, description: 'Different stories among these mentions' }),
    authors: Type.Integer({ minimum: 0, description: 'Different authors among these mentions' }),
    sentiment: Sentiments,
    sources: Type.Array(Type.Object({ source: Source, mentions: Counted })),
    languages: Type.Array(Type.Object({ language: Type.String(), mentions: Counted })),
    top_authors: Type.Array(CountedName),
    hashtags: Type.Array(CountedName),
    words: Type.Array(CountedName),
    named: Type.Object(
      { persons: Type.Array(CountedName), organisations: Type.Array(CountedName), places: Type.Array(CountedName) },
      { description: 'What the texts name; empty with a filter by entity' },
    ),
    volume: Type.Object({
      step: words(['hour', 'day'] as const),
      points: Type.Array(Point, { description: 'Hours or days with mentions, oldest first' }),
      left_out: Type.Integer({ minimum: 0, description: 'Earlier points that are not shown' }),
    }),
    coverage: CoverageNote,
  }),
  async run({ project_id, ...input }, context) {
    const chosen = filterOf(input)
    const insights = await readInsights(context, project_id, chosen)
    const { from, to, unique, independent, coverage } = insights
    const filter = { ...chosen, from, to }
    return {
      project_id,
      from,
      to,
      mentions: await countMentions(context, project_id, filter),
      stories: unique,
      authors: independent,
      sentiment: await countSentiments(context, project_id, filter),
      ...(await countLists(context, project_id, insights, filter)),
      volume: volumeOf(context, project_id, insights, filter),
      coverage: coverageNote(coverage),
    }
  },
})

export function readInsights({ api }: Context, projectId: string, filter: Filter): Promise<WireInsights> {
  return api.get<WireInsights>('/api/project/insights', { id: projectId, ...toQuery(filter) })
}

async function countLists(context: Context, projectId: string, insights: WireInsights, filter: Filter) {
  const named = countName(context, projectId)
  const authors = insights.authors.slice(0, NAMES_MAX).flatMap((author) => {
    const name = author.username || author.targeted_account_id
    return name === '' ? [] : [{ name, filter: { ...filter, author: name, sources: [author.socialmediaid] } }]
  })
  return {
    sources: await mapSome(largest(insights.sources), async (source) => ({
      source: source as Platform,
      mentions: await countMentions(context, projectId, { ...filter, sources: [source as Platform] }),
    })),
    languages: await mapSome(largest(insights.languages).slice(0, NAMES_MAX), async (language) => ({
      language,
      mentions: await countMentions(context, projectId, { ...filter, language }),
    })),
    top_authors: await mapSome(authors, named),
    hashtags: await mapSome(withWords(filter, insights.hashtags), named),
    words: await mapSome(withWords(filter, insights.terms), named),
    named: {
      persons: await mapSome(withEntities(filter, insights.entities.persons), named),
      organisations: await mapSome(withEntities(filter, insights.entities.organisations), named),
      places: await mapSome(withEntities(filter, insights.entities.places), named),
    },
  }
}

// The names of a distribution, those with the most mentions first; those without any are left out.
function largest(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
}

function volumeOf(context: Context, projectId: string, { step, series }: WireInsights, filter: Filter) {
  const points = series.slice(-POINTS_MAX).map((point): Static<typeof Point> => {
    const { at, mentions, negative, neutral, positive } = point
    const span = { from: at, to: endOf(at, step, context.timeZone) }
    return { ...span, mentions, negative, neutral, positive, link: linkTo(context, projectId, { ...filter, ...span }) }
  })
  return { step, points, left_out: series.length - points.length }
}

function endOf(at: string, step: 'hour' | 'day', timeZone: string): string {
  if (step === 'hour') return new Date(Date.parse(at) + HOUR_MS).toISOString()
  return startOfDay(nextDay(dayOf(new Date(at), timeZone)), timeZone).toISOString()
}
