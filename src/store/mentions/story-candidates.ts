import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import type { StoryMention } from './incoming.ts'
import { findByKeys } from './story-keys.ts'

// A post is compared with at most this many stories, and for each of its keys with the latest ones only: a text that is posted
// thousands of times with other facts costs the same as any other.
const CANDIDATES_MAX = 24
const PER_KEY = 4
// When some of the latest are gone.
const PER_KEY_AGAIN = 16
// Enough authors to decide about a family (story-families.ts).
export const FAMILY_AUTHORS = 24

// A stored text to compare with. After a merge it is an example of another story.
export interface Example {
  readonly id: string
  readonly signature: Uint8Array
}

// What grouping needs of a story that is not merged.
export interface Root {
  readonly id: string
  familyId: string | null
  size: number
  readonly authors: number[]
}

// The stories that a batch may belong to. It grows with the stories that the batch creates.
export class Candidates {
  readonly #byKey = new Map<number, Example[]>()
  readonly #examples = new Map<string, Example>()
  readonly #roots = new Map<string, Root>()
  readonly #created = new Set<string>()
  readonly #mergedInto = new Map<string, string>()

  add(example: Example, keys: readonly number[], root: Root): void {
    this.#examples.set(example.id, example)
    this.#roots.set(root.id, root)
    if (example.id !== root.id) this.#mergedInto.set(example.id, root.id)
    for (const key of keys) {
      const sharing = this.#byKey.get(key)
      if (sharing === undefined) this.#byKey.set(key, [example])
      else sharing.push(example)
    }
  }

  // Adds a story that the batch creates.
  create(example: Example, keys: readonly number[], root: Root): void {
    this.#created.add(example.id)
    this.add(example, keys, root)
  }

  isNew(id: string): boolean {
    return this.#created.has(id)
  }

  find({ id, keys }: Pick<StoryMention, 'id' | 'keys'>): Example[] {
    const found = new Set<Example>()
    // A mention that was removed and is added again.
    const own = this.#examples.get(id)
    if (own !== undefined) found.add(own)
    for (const key of keys) {
      for (const example of this.#byKey.get(key)?.slice(-PER_KEY) ?? []) {
        if (found.size === CANDIDATES_MAX) return [...found]
        found.add(example)
      }
    }
    return [...found]
  }

  rootOf(id: string): Root {
    let at = id
    for (let next = this.#mergedInto.get(at); next !== undefined; next = this.#mergedInto.get(at)) at = next
    const root = this.#roots.get(at)
    if (root === undefined) throw new Error(`Story ${id} is not among the candidates.`)
    return root
  }

  has(id: string): boolean {
    return this.#roots.has(id) || this.#mergedInto.has(id)
  }

  examples(): Example[] {
    return [...this.#examples.values()]
  }

  // The older story survives. Returns it, and the one that it absorbed.
  merge(a: Root, b: Root): { readonly kept: Root; readonly absorbed: Root } {
    const [kept, absorbed] = a.id < b.id ? [a, b] : [b, a]
    this.#mergedInto.set(absorbed.id, kept.id)
    kept.size += absorbed.size
    kept.familyId ??= absorbed.familyId
    return { kept, absorbed }
  }

  roots(): Iterable<Root> {
    return this.#roots.values()
  }
}

export async function findCandidates(
  tx: Db,
  projectId: string,
  mentions: readonly Pick<StoryMention, 'id' | 'keys'>[],
): Promise<Candidates> {
  const candidates = new Candidates()
  const keys = [...new Set(mentions.flatMap((mention) => mention.keys))]
  if (keys.length === 0) return candidates
  const hits = await findByKeys(tx, projectId, keys, PER_KEY)
  const ids = new Set([...[...hits.values()].flat(), ...mentions.map(({ id }) => id)])
  const found = new Map((await readLight(tx, projectId, [...ids])).map((row) => [row.id, row]))
  // Where stories are gone, older ones take their place.
  const short = [...hits].filter(([, list]) => list.length === PER_KEY && !list.every((id) => found.has(id)))
  if (short.length > 0) {
    const more = await findByKeys(
      tx,
      projectId,
      short.map(([key]) => key),
      PER_KEY_AGAIN,
    )
    const older = new Set([...more.values()].flat().filter((id) => !ids.has(id)))
    for (const [key, list] of more) hits.set(key, list)
    for (const row of await readLight(tx, projectId, [...older])) found.set(row.id, row)
  }
  const keysOf = new Map<string, number[]>()
  for (const [key, list] of hits) {
    for (const id of list.filter((id) => found.has(id)).slice(0, PER_KEY)) {
      const known = keysOf.get(id)
      if (known === undefined) keysOf.set(id, [key])
      else known.push(key)
    }
  }
  await addStored(tx, projectId, candidates, [...found.values()], keysOf)
  return candidates
}

async function addStored(
  tx: Db,
  projectId: string,
  candidates: Candidates,
  rows: readonly LightRow[],
  keysOf: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  const roots = new Map(rows.filter((row) => row.merged_into === null).map((row) => [row.id, toRoot(row)]))
  const others = rows.flatMap(({ merged_into: id }) => (id === null || roots.has(id) ? [] : [id]))
  for (const row of others.length === 0 ? [] : await readLight(tx, projectId, others)) roots.set(row.id, toRoot(row))
  // Ascending by id, so that the last ones of a key are the latest.
  for (const { id, signature, merged_into } of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const root = roots.get(merged_into ?? id)
    if (root !== undefined) candidates.add({ id, signature }, keysOf.get(id) ?? [], root)
  }
}

interface LightRow {
  readonly id: string
  readonly signature: Uint8Array
  readonly merged_into: string | null
  readonly family_id: string | null
  readonly size: number
  readonly authors: number[]
}

// Only by key: in a join of stories with those they were merged into, the planner reads the whole project as long as it is small, and
// goes on doing so as the project grows.
function readLight(tx: Db, projectId: string, ids: readonly string[]): Promise<readonly LightRow[]> {
  return tx<LightRow>`
    select id, signature, merged_into, family_id, size, author_hashes[1:${FAMILY_AUTHORS}] as authors from story
     where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[]) and not outdated`
}

function toRoot({ id, family_id, size, authors }: LightRow): Root {
  return { id, familyId: family_id, size, authors }
}

// What is stored of the text of a story, and the keys under which it is found.
export interface StoryFingerprint extends Example {
  readonly keys: number[]
}

export function readFingerprints(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<readonly StoryFingerprint[]> {
  return db<StoryFingerprint>`
    select id, signature, keys from story
     where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[]) and not outdated order by id`
}
