// What a text names, as `<kind>:<key>`: `person:ridwan kamil`, `place:bandung`, `province:32`. A key is in lower case; that of a province is
// its code. A text that names a place of a province has the province as well.
export type Entity = string

export const ENTITY_KINDS = ['person', 'organisation', 'place', 'province'] as const
export type NamedKind = (typeof ENTITY_KINDS)[number]

export const ENTITY_LENGTH_MAX = 200

export function kindOf(entity: Entity): NamedKind | null {
  const kind = entity.slice(0, entity.indexOf(':'))
  return ENTITY_KINDS.find((known) => known === kind) ?? null
}

export function keyOf(entity: Entity): string {
  return entity.slice(entity.indexOf(':') + 1)
}
