import { Type } from 'typebox'
import { Count, nullable, Timestamp } from '../../api/wire/fields.ts'
import type { WireProjectOverview } from '../../api/wire/insights.ts'
import type { WireJob } from '../../api/wire/job.ts'
import { mapSome } from '../api.ts'
import { Counted, countMentions } from '../evidence.ts'
import { linkTo } from '../filter.ts'
import { ProjectRow, toProject } from '../project.ts'
import { type Context, defineTool } from '../tool.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 50

export const ProjectGlance = Type.Object({
  ...ProjectRow.properties,
  mentions: nullable(Counted),
  sentiment: nullable(Type.Object({ negative: Count, neutral: Count, positive: Count })),
  last_14_days: nullable(Type.Array(Count, { description: 'Mentions a day, oldest first; the last is today' })),
  last_run: nullable(
    Type.Object({ job_id: Type.String(), status: Type.String(), finished_at: nullable(Timestamp), new: Count }),
  ),
})

type ProjectCard = WireProjectOverview['data'][number]

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description:
    'The projects that this key can read, newest first: id, name, expression, whether it is listening, how many mentions it has, mentions of the last 14 days and the last run. Null numbers cannot be read at the moment. Call it first: the other tools need the id of a project.',
  scope: 'read',
  changes: null,
  input: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'How many to skip' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    projects: Type.Array(ProjectGlance),
    total: Type.Integer({ minimum: 0, description: 'The newest 200 at most' }),
    left_out: Type.Integer({ minimum: 0, description: 'How many follow; use offset' }),
  }),
  async run({ limit = LIMIT_DEFAULT, offset = 0 }, context) {
    const { data } = await context.api.get<WireProjectOverview>('/api/project/overview')
    const projects = await mapSome(data.slice(offset, offset + limit), (row) => glanceAt(context, row))
    return { projects, total: data.length, left_out: Math.max(0, data.length - offset - limit) }
  },
})

export async function glanceAt(context: Context, row: ProjectCard) {
  const { project, last_job: job } = row
  return {
    ...toProject(context, project),
    ...(await numbersOf(context, row)),
    last_run: job === null ? null : toRun(job),
  }
}

async function numbersOf(context: Context, { project, sentiment_distribution: counts, days }: ProjectCard) {
  if (counts === null) return { mentions: null, sentiment: null, last_14_days: null }
  const mentions = await countMentions(context, project.id, {})
  return {
    // Without a start the dashboard shows the last 30 days only.
    mentions: { ...mentions, link: linkTo(context, project.id, { from: project.start_date }) },
    sentiment: { negative: counts.negative ?? 0, neutral: counts.neutral ?? 0, positive: counts.positive ?? 0 },
    last_14_days: days,
  }
}

function toRun({ job_id, status, finished_at, progress }: WireJob) {
  const added = Object.values(progress).reduce((sum, source) => sum + source.new, 0)
  return { job_id, status, finished_at, new: added }
}
