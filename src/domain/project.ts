import type { Category } from './category.ts'
import type { Day } from './day.ts'

export const PROJECT_KINDS = ['manual', 'auto'] as const
export type ProjectKind = (typeof PROJECT_KINDS)[number]

export interface Project {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly keyword: string
  readonly exclude: string
  readonly category: Category
  readonly kind: ProjectKind
  readonly listening: boolean
  readonly startDay: Day
  readonly endDay: Day | null
  readonly updatedAt: Date
  // When its owner last stopped it; null when never.
  readonly stoppedAt: Date | null
}

export type ProjectPhase = 'not-started' | 'active' | 'ended'

// Every kind of collecting runs from the start day to the end day, inclusive.
export function phaseOf(project: Pick<Project, 'startDay' | 'endDay'>, today: Day): ProjectPhase {
  if (today < project.startDay) return 'not-started'
  return project.endDay !== null && today > project.endDay ? 'ended' : 'active'
}
