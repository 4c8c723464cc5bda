import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CATEGORIES } from '../domain/category.ts'
import { type Day, readDay } from '../domain/day.ts'
import type { Keyword } from '../domain/keyword.ts'
import { Refusal } from '../domain/problem.ts'
import { PROJECT_KINDS } from '../domain/project.ts'
import { KeywordError, parseKeyword } from '../match/parse.ts'
import type { NewProject } from '../store/projects/projects.ts'
import { words } from './wire/fields.ts'

export const ProjectBody = Type.Object({
  group: Type.String({ minLength: 2, maxLength: 100 }),
  keyword: Type.String({ minLength: 2, maxLength: 255 }),
  categoryId: words(CATEGORIES),
  startDate: Type.String({ description: 'YYYY-MM-DD, or an ISO 8601 date-time' }),
  endDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  type: words(PROJECT_KINDS),
  exclude: Type.Optional(Type.String({ maxLength: 1_000 })),
})

// Lengths are those of the trimmed text, so trimming comes before validation.
export async function trimProject(request: FastifyRequest): Promise<void> {
  const body = request.body as Record<string, unknown> | null
  if (typeof body !== 'object' || body === null) return
  for (const field of ['group', 'keyword', 'exclude']) {
    const value = body[field]
    if (typeof value === 'string') body[field] = value.trim()
  }
}

// The fields of a project that is to be created, or of an edited one together with those that stay.
export function readProject(body: Type.Static<typeof ProjectBody>, timeZone: string): NewProject {
  const { startDay, endDay } = readDates(body, timeZone)
  readKeyword(body.keyword)
  return {
    name: body.group,
    keyword: body.keyword,
    exclude: body.exclude ?? '',
    category: body.categoryId,
    kind: body.type,
    startDay,
    endDay,
  }
}

export function readDates(
  { startDate, endDate }: { readonly startDate: string; readonly endDate?: string | null },
  timeZone: string,
): { readonly startDay: Day; readonly endDay: Day | null } {
  const startDay = readDay(startDate, timeZone)
  if (startDay === null)
    throw new Refusal('invalid', 'startDate must be a real day as YYYY-MM-DD, or an ISO 8601 date-time.', [
      'dayInvalid',
    ])
  const endDay = endDate == null ? null : readDay(endDate, timeZone)
  if (endDate != null && endDay === null) {
    throw new Refusal('invalid', 'endDate must be a real day as YYYY-MM-DD, an ISO 8601 date-time, or null.', [
      'dayInvalid',
    ])
  }
  if (endDay !== null && endDay < startDay)
    throw new Refusal('invalid', 'endDate must not be before startDate.', ['endBeforeStart'])
  return { startDay, endDay }
}

export function readKeyword(text: string): Keyword {
  try {
    return parseKeyword(text)
  } catch (error) {
    if (error instanceof KeywordError) throw new Refusal('invalid', `keyword: ${error.message}`, error.reason)
    throw error
  }
}
