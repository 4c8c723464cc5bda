import { type Static, Type } from 'typebox'
import { Refusal } from '../domain/problem.ts'
import { FilterQuery } from './filter.ts'
import { splitPeriods } from './range.ts'
import { readQuery, refuseUnstorableIn } from './validate.ts'

export const SIDES_MAX = 6
const SIDES_MIN = 2

const { from: _from, to: _to, ...WithoutRange } = FilterQuery
const SideFilter = Type.Object(WithoutRange, { additionalProperties: false })

export const CompareQuery = Type.Object(
  {
    ids: Type.Optional(
      Type.String({ maxLength: 1_000, description: `Two to ${SIDES_MAX} projects, joined by commas` }),
    ),
    id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'One project, with periods or filters' }),
    ),
    periods: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: `Two to ${SIDES_MAX} ranges as from..to, joined by commas; a day as the end is included`,
        examples: ['2026-06-01..2026-06-07,2026-06-08..2026-06-14'],
      }),
    ),
    filters: Type.Optional(
      Type.String({
        maxLength: 8_000,
        description: `A JSON list of two to ${SIDES_MAX} filters, each with parameters of the filter except from and to`,
        examples: ['[{"sosmedId":"news"},{"sosmedId":"twitter"}]'],
      }),
    ),
    ...FilterQuery,
  },
  { additionalProperties: false },
)
type CompareQuery = Static<typeof CompareQuery>
export type FilterFields = Omit<CompareQuery, 'ids' | 'id' | 'periods' | 'filters'>

export interface SideQuery {
  readonly projectId: string
  // What only this side has; null for the name of the project.
  readonly label: string | null
  readonly query: FilterFields
}

export interface ComparisonQuery {
  readonly by: 'project' | 'period' | 'filter'
  readonly sides: readonly SideQuery[]
}

// The sides of a comparison: projects, or periods or filters of one project.
export function readSides({ ids, id, periods, filters, ...query }: CompareQuery): ComparisonQuery {
  if ((ids === undefined) === (id === undefined))
    throw new Refusal('invalid', 'Give ids to compare projects, or id with periods or filters.', ['misused'])
  if (id === undefined) {
    if (periods !== undefined || filters !== undefined)
      throw new Refusal('invalid', 'periods and filters compare one project: give id instead of ids.', ['misused'])
    const projects = (ids ?? '').split(',').map((projectId) => projectId.trim())
    checkNumber('ids', projects)
    if (new Set(projects).size < projects.length)
      throw new Refusal('invalid', 'ids must not have the same project twice.', ['twice', 'ids'])
    return { by: 'project', sides: projects.map((projectId) => ({ projectId, label: null, query })) }
  }
  if ((periods === undefined) === (filters === undefined))
    throw new Refusal('invalid', 'Give periods or filters with id, and not both.', ['misused'])
  return periods === undefined
    ? { by: 'filter', sides: readFilters(filters ?? '').map((own) => toFilterSide(id, query, own)) }
    : { by: 'period', sides: readPeriods(id, query, periods) }
}

function checkNumber(name: string, { length }: readonly unknown[]): void {
  if (length < SIDES_MIN || length > SIDES_MAX)
    throw new Refusal('invalid', `${name} must have ${SIDES_MIN} to ${SIDES_MAX} entries.`, ['invalid', name])
}

function readPeriods(projectId: string, query: FilterFields, text: string): SideQuery[] {
  if (query.from !== undefined || query.to !== undefined)
    throw new Refusal('invalid', 'from and to are not used with periods, which have their own.', ['misused'])
  const periods = splitPeriods(text)
  checkNumber('periods', periods)
  return periods.map(({ from, to }) => ({ projectId, label: `${from}..${to}`, query: { ...query, from, to } }))
}

function readFilters(text: string): Static<typeof SideFilter>[] {
  const list = readJson(text)
  if (!Array.isArray(list))
    throw new Refusal('invalid', 'filters must be a JSON list of filters.', ['invalid', 'filters'])
  checkNumber('filters', list)
  refuseUnstorableIn('filters', list)
  return list.map((own: unknown, at) => {
    if (typeof own !== 'object' || own === null || Array.isArray(own))
      throw new Refusal('invalid', `filters.${at} must be a JSON object.`, ['invalid', `filters.${at}`])
    try {
      return readQuery(SideFilter, own as Record<string, unknown>)
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('invalid', `filters.${at}: ${error.message}`, error.reason)
      throw error
    }
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'filters must be JSON.', ['invalid', 'filters'])
  }
}

function toFilterSide(projectId: string, query: FilterFields, own: Static<typeof SideFilter>): SideQuery {
  const label = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  return { projectId, label: label.length === 0 ? 'all mentions' : label.join(', '), query: { ...query, ...own } }
}
