import { log } from '../log.ts'
import { createMatcher, type Matcher } from '../match/matcher.ts'
import type { StepChange, StepView } from '../store/collecting/archive-positions.ts'
import { type Target, type TargetSettings, targetOf } from './target.ts'

// All projects in step with the archive, compiled into one matcher. It lives as long as the process and follows the table of
// positions: each refresh applies only the changes since the last one.
export interface InStep {
  readonly matcher: Matcher
  readonly targets: Map<string, Target>
  version: number
}

export function openInStep(): InStep {
  return { matcher: createMatcher(), targets: new Map(), version: 0 }
}

export function follow(state: InStep, view: StepView, settings: TargetSettings): void {
  for (const change of view.changes) apply(state, change, settings)
  state.version = Math.max(state.version, view.version)
}

function apply(state: InStep, change: StepChange, settings: TargetSettings): void {
  const { projectId, ownerId, keyword, exclude, startDay, endDay } = change
  state.matcher.remove(projectId)
  state.targets.delete(projectId)
  if (!change.inStep || ownerId === null || keyword === null || startDay === null) return
  try {
    const target = targetOf({ id: projectId, ownerId, keyword, exclude: exclude ?? '', startDay, endDay }, settings)
    state.matcher.add(projectId, target.keyword, target.exclusions)
    state.targets.set(projectId, target)
  } catch (error) {
    // Expressions are validated when they are saved. One that no longer parses must not block all other projects.
    log.error({ project: projectId, err: error }, 'the expression of a project cannot be parsed')
  }
}
