import { nextDay, startOfDay } from '../domain/day.ts'
import type { Keyword, Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import type { Project } from '../domain/project.ts'
import { acceptedSince } from '../domain/source.ts'
import { compileExpression } from '../match/matches.ts'
import { parseExclusions, parseKeyword } from '../match/parse.ts'

// A project prepared for collecting: its expression parsed, its dates as instants.
export interface Target {
  readonly projectId: string
  readonly ownerId: string
  readonly keyword: Keyword
  readonly exclusions: readonly string[]
  readonly termsTotal: number
  // What it was made from; compared with the project when posts are stored, because it may be edited meanwhile.
  readonly rule: string
  // The beginning of the project's first day.
  readonly start: Date
  // Inclusive and exclusive bounds of publication. `since` is later than `start` where mentions are not kept that long.
  readonly since: Date
  readonly until: Date
  match(text: string, hidden?: string): Match
}

const FOREVER = new Date('9999-01-01T00:00:00Z')

type ProjectRule = Pick<Project, 'keyword' | 'exclude' | 'startDay' | 'endDay'>

export interface TargetSettings {
  readonly timeZone: string
  readonly mentionDays?: number
}

export function targetOf(
  project: ProjectRule & Pick<Project, 'id' | 'ownerId'>,
  { timeZone, mentionDays = 0 }: TargetSettings,
): Target {
  const start = startOfDay(project.startDay, timeZone)
  const keyword = parseKeyword(project.keyword)
  const exclusions = parseExclusions(project.exclude)
  return {
    projectId: project.id,
    ownerId: project.ownerId,
    keyword,
    exclusions,
    rule: ruleOf(project),
    termsTotal: new Set(keyword.alternatives.flat()).size,
    start,
    // A getter, because it moves with time and a target may live as long as its process.
    get since() {
      return acceptedSince(start, { mentionDays, now: new Date() })
    },
    until: project.endDay === null ? FOREVER : startOfDay(nextDay(project.endDay), timeZone),
    match: compileExpression({ keyword, exclusions }),
  }
}

// Equal for two states of a project that match the same posts.
export function ruleOf({ keyword, exclude, startDay, endDay }: ProjectRule): string {
  return JSON.stringify([keyword, exclude, startDay, endDay])
}

export function isInside(target: Target, post: Post): boolean {
  return post.publishedAt >= target.since && post.publishedAt < target.until
}
