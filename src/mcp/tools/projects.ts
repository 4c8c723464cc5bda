import { Type } from 'typebox'
import type { WireEditedProject, WireUnmatchedMentions } from '../../api/wire/edit.ts'
import { Count, nullable, words } from '../../api/wire/fields.ts'
import type { WireExpressionPreview } from '../../api/wire/preview.ts'
import type { WireProject } from '../../api/wire/project.ts'
import { CATEGORIES } from '../../domain/category.ts'
import { dayOf } from '../../domain/day.ts'
import { PROJECT_KINDS } from '../../domain/project.ts'
import { ProjectId } from '../filter.ts'
import { PreviewResult, toPreview } from '../preview.ts'
import { ProjectRow, toProject } from '../project.ts'
import { defineTool } from '../tool.ts'

const IDS_MAX = 3

const Expression = Type.String({
  minLength: 2,
  maxLength: 255,
  description:
    'Terms joined by lower-case " and " and " or ", and binds tighter; "…" makes a term of words that contain them',
})
const Exclude = Type.String({ maxLength: 1_000, description: 'Terms that must not occur, separated by commas' })
const StartDate = Type.String({ maxLength: 40, description: 'YYYY-MM-DD' })
const EndDate = nullable(Type.String({ maxLength: 40, description: 'YYYY-MM-DD, included; null: open' }))
const Name = Type.String({ minLength: 2, maxLength: 100 })

export const previewExpression = defineTool({
  name: 'preview_expression',
  title: 'Preview an expression',
  description:
    'What a keyword expression would bring, before it costs anything: mentions a month and so the price in quota, how much each alternative adds and how much of it is noise, warnings about the notation, suggested terms, and examples from the archive. Use it before create_project and edit_project.',
  scope: 'read',
  changes: null,
  input: Type.Object(
    {
      expression: Expression,
      exclude: Type.Optional(Exclude),
      start_date: Type.Optional(StartDate),
      end_date: Type.Optional(EndDate),
      project_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A project to be edited' })),
    },
    { additionalProperties: false },
  ),
  output: PreviewResult,
  async run({ expression, exclude, start_date, end_date, project_id }, { api }) {
    const body = { keyword: expression, exclude, startDate: start_date, endDate: end_date, id: project_id }
    return toPreview(await api.send<WireExpressionPreview>('POST', '/api/project/preview', body))
  },
})

export const createProject = defineTool({
  name: 'create_project',
  title: 'Create a project',
  description:
    'Creates a project that watches an expression, and returns it with the preview of its volume and price. Collecting costs one of the quota for each new mention: show preview_expression to the person first and create only what they agreed to.',
  scope: 'write',
  changes: { destructive: false, idempotent: false },
  input: Type.Object(
    {
      name: Name,
      expression: Expression,
      exclude: Type.Optional(Exclude),
      category: Type.Optional(words(CATEGORIES)),
      kind: Type.Optional(words(PROJECT_KINDS)),
      start_date: Type.Optional(StartDate),
      end_date: Type.Optional(EndDate),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ project: ProjectRow, preview: PreviewResult }),
  async run({ name, expression, exclude, category, kind, start_date, end_date }, context) {
    const watched = {
      keyword: expression,
      exclude,
      startDate: start_date ?? dayOf(context.now, context.timeZone),
      endDate: end_date,
    }
    const preview = await context.api.send<WireExpressionPreview>('POST', '/api/project/preview', watched)
    const body = { ...watched, group: name, categoryId: category ?? 'umum', type: kind ?? 'auto' }
    const { data } = await context.api.send<{ data: WireProject }>('POST', '/api/project', body)
    return { project: toProject(context, data), preview: toPreview(preview) }
  },
})

export const editProject = defineTool({
  name: 'edit_project',
  title: 'Edit a project',
  description:
    'Changes only the given fields of a project. Mentions stay; those that the new expression or dates no longer match are marked and counted. Show preview_expression to the person before changing the expression.',
  scope: 'write',
  changes: { destructive: false, idempotent: true },
  input: Type.Object(
    {
      project_id: ProjectId,
      name: Type.Optional(Name),
      expression: Type.Optional(Expression),
      exclude: Type.Optional(Exclude),
      category: Type.Optional(words(CATEGORIES)),
      kind: Type.Optional(words(PROJECT_KINDS)),
      start_date: Type.Optional(StartDate),
      end_date: Type.Optional(EndDate),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    project: ProjectRow,
    no_longer_matching: Type.Object({ count: Count, ids: Type.Array(Type.String()), left_out: Count }),
    checking: Type.Boolean({ description: 'True while a large project is still compared' }),
  }),
  async run({ project_id, name, expression, exclude, category, kind, start_date, end_date }, context) {
    const body = {
      group: name,
      keyword: expression,
      exclude,
      categoryId: category,
      type: kind,
      startDate: start_date,
      endDate: end_date,
    }
    const id = encodeURIComponent(project_id)
    const edited = await context.api.send<WireEditedProject>('PATCH', `/api/project?id=${id}`, body)
    const query = { id: project_id, limit: IDS_MAX }
    const { data, total } = await context.api.get<WireUnmatchedMentions>('/api/project/unmatched', query)
    const ids = data.map((mention) => mention.id)
    return {
      project: toProject(context, edited),
      no_longer_matching: { count: total, ids, left_out: total - ids.length },
      checking: edited.checking,
    }
  },
})
