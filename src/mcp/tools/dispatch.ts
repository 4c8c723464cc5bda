import { Type } from 'typebox'
import { Count, nullable, Source } from '../../api/wire/fields.ts'
import type { WireDispatch } from '../../api/wire/job.ts'
import { ProjectId } from '../filter.ts'
import { defineTool } from '../tool.ts'

export const dispatch = defineTool({
  name: 'dispatch',
  title: 'Collect a project now',
  description:
    'Starts collecting a project from all sources that are ready and returns at once; list_projects shows the last run. Each new mention costs one of the quota. A run that is under way is not started twice. status refused comes with the reason.',
  scope: 'collect',
  changes: { destructive: false, idempotent: true },
  input: Type.Object({ project_id: ProjectId }, { additionalProperties: false }),
  output: Type.Object({
    status: Type.String({ description: 'queued, running or refused' }),
    reason: nullable(Type.String()),
    job_id: nullable(Type.String()),
    sources: Type.Array(Type.Object({ source: Source, status: Type.String() })),
    quota_left: Count,
  }),
  async run({ project_id }, { api }) {
    const path = '/api/ai-service/scrap-project-keywords'
    const { result } = await api.send<WireDispatch>('POST', path, { keyword_id: project_id })
    return {
      status: result.status,
      reason: result.reason ?? null,
      job_id: result.job_id ?? null,
      sources: result.sources.map(({ source, status }) => ({ source, status })),
      quota_left: result.kuota,
    }
  },
})
