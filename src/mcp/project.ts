import { Type } from 'typebox'
import { nullable } from '../api/wire/fields.ts'
import type { WireProject } from '../api/wire/project.ts'
import { pageAt } from '../domain/dashboard-link.ts'
import type { Context } from './tool.ts'

// The words of a project are those of its owner.
export const ProjectRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  expression: Type.String(),
  exclude: Type.String(),
  category: Type.String(),
  kind: Type.String({ description: 'auto: collected on schedule; manual: only when dispatched' }),
  listening: Type.Boolean(),
  start_date: Type.String(),
  end_date: nullable(Type.String()),
  link: Type.String({ description: 'Opens the project in the dashboard' }),
})

export function toProject({ publicUrl }: Context, project: WireProject) {
  return {
    id: project.id,
    name: project.group,
    expression: project.keyword,
    exclude: project.exclude,
    category: project.categoryid,
    kind: project.type,
    listening: project.islisten === 1,
    start_date: project.start_date,
    end_date: project.end_date,
    link: pageAt(publicUrl, `projects/${project.id}`),
  }
}
