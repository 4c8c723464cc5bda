import type { WireJob } from '../../../../src/api/wire/job.ts'
import type { WireProject } from '../../../../src/api/wire/project.ts'

export type ProjectState = 'not-started' | 'ended' | 'manual' | 'listening' | 'paused'

// Days are compared as text: both are YYYY-MM-DD.
export function stateOf(project: WireProject, today: string): ProjectState {
  if (today < project.start_date) return 'not-started'
  if (project.end_date !== null && today > project.end_date) return 'ended'
  if (project.type === 'manual') return 'manual'
  return project.islisten === 1 ? 'listening' : 'paused'
}

export function isUnderWay(job: WireJob | null | undefined): boolean {
  return job?.status === 'queued' || job?.status === 'running'
}

export function countNew(job: WireJob): number {
  return Object.values(job.progress).reduce((sum, source) => sum + source.new, 0)
}
