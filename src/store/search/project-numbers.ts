import { type Entity, kindOf, type NamedKind } from '../../domain/entity.ts'
import { findId, ID_BYTES, idBytes, millisAt } from '../ids.ts'
import type { StoryAliases } from './aliases.ts'
import { openCache } from './cache.ts'
import type { Codes } from './codes.ts'
import { type Authors, type Stories, storyKeyAt } from './columns.ts'
import type { Entities } from './entity-column.ts'
import { KeyNumbers } from './key-numbers.ts'

// Authors and stories of a project as small numbers, which this process gives out in the order in which it reads them: they are counted
// in arrays, where keys would have to be looked up for each mention of each reading. What has a number keeps it, so numbers never
// contradict a snapshot; they only grow.
export interface ProjectNumbers {
  // Names this list: numbers of another one mean other authors and stories.
  readonly id: number
  readonly authors: KeyNumbers
  readonly stories: StoryIds
  readonly entities: EntityNumbers
  // As they were read last.
  roots: Roots
}

const CACHE_BYTES_MAX = 64 * 2 ** 20
const cache = openCache<ProjectNumbers>(CACHE_BYTES_MAX, CACHE_BYTES_MAX)
let lists = 0

export function numbersOf(projectId: string): ProjectNumbers {
  const known = cache.get(projectId)
  const numbers = known ?? {
    id: lists++,
    authors: new KeyNumbers(),
    stories: new StoryIds(),
    entities: new EntityNumbers(),
    roots: NO_ROOTS,
  }
  cache.set(projectId, numbers, numbers.authors.bytes + numbers.stories.bytes + numbers.entities.bytes)
  return numbers
}

// The stories that other mentions than their first belong to. Most stories have one mention and need no number.
export class StoryIds {
  readonly #keys = new KeyNumbers()
  #ids = Buffer.alloc(ID_BYTES * 256)

  get size(): number {
    return this.#keys.size
  }

  get bytes(): number {
    return this.#keys.bytes + this.#ids.length
  }

  // The number of the story whose id is at `index` of some ids.
  add(ids: Buffer, index: number): number {
    const known = this.#keys.size
    const number = this.#keys.add(storyKeyAt(ids, index))
    if (number === known) {
      if ((number + 1) * ID_BYTES > this.#ids.length) this.#ids = Buffer.concat([this.#ids], this.#ids.length * 2)
      ids.copy(this.#ids, number * ID_BYTES, index * ID_BYTES, (index + 1) * ID_BYTES)
    }
    return number
  }

  // -1 when it has none.
  numberOf(key: number): number {
    return this.#keys.numberOf(key)
  }

  keyAt(number: number): number {
    return this.#keys.keyAt(number)
  }

  get ids(): Buffer {
    return this.#ids
  }
}

export class EntityNumbers {
  readonly #numbers = new Map<Entity, number>()
  readonly #names: Entity[] = []
  readonly #kinds: (NamedKind | null)[] = []

  get bytes(): number {
    return this.#names.length * 170
  }

  // In the order of their numbers.
  get names(): readonly Entity[] {
    return this.#names
  }

  get kinds(): readonly (NamedKind | null)[] {
    return this.#kinds
  }

  add(name: Entity): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.#names.push(name) - 1
    this.#numbers.set(name, number)
    this.#kinds.push(kindOf(name))
    return number
  }

  // -1 when it has none.
  numberOf(name: Entity): number {
    return this.#numbers.get(name) ?? -1
  }
}

export interface Roots {
  // For each number of a story that of the one that remains.
  readonly numbers: Uint32Array
  // How many of them do not remain.
  readonly merged: number
  // The same as long as no more stories are merged.
  readonly version: number
}

const NO_ROOTS: Roots = { numbers: new Uint32Array(0), merged: 0, version: 0 }

export function rootsOf(list: ProjectNumbers, aliases: StoryAliases): Roots {
  const { stories, roots: before } = list
  const numberOf = (id: string) => stories.add(idBytes(id), 0)
  const merged = Array.from(aliases, ([from, into]) => [numberOf(from), numberOf(into)] as const)
  const isSame = merged.length === before.merged && merged.every(([from, into]) => before.numbers[from] === into)
  if (isSame && stories.size === before.numbers.length) return before
  const numbers = new Uint32Array(stories.size)
  for (let number = 0; number < numbers.length; number++) numbers[number] = number
  for (const [from, into] of merged) numbers[from] = into
  list.roots = { numbers, merged: merged.length, version: isSame ? before.version : versions++ }
  return list.roots
}

let versions = 1

// Without the keys of the authors, which the list has.
export interface NumberedAuthors {
  // For each mention the code of its author, and for each code the author's number.
  readonly codes: Codes
  readonly numbers: Uint32Array
}

export function numberAuthors({ keys, codes }: Authors, { authors }: ProjectNumbers): NumberedAuthors {
  const numbers = new Uint32Array(keys.length)
  for (let code = 0; code < keys.length; code++) numbers[code] = authors.add(keys[code] as number)
  return { codes, numbers }
}

// Without the names of the entities, which the list has.
export interface NumberedEntities {
  // Where the codes of a mention begin; those of the next one begin where they end.
  readonly starts: Codes
  readonly codes: Codes
  // For each code the entity's number.
  readonly numbers: Uint32Array
}

export function numberEntities({ names, starts, numbers }: Entities, { entities }: ProjectNumbers): NumberedEntities {
  return { starts, codes: numbers, numbers: Uint32Array.from(names, (name) => entities.add(name)) }
}

export interface StoryNumbers {
  // For each mention, the number of its story plus one; 0 when no other mention that was read belongs to it.
  readonly numbers: Uint32Array
  // How many have one. It grows with every change.
  numbered: number
  // Up to this number, the first mentions of stories are found.
  upTo: number
}

// The numbers of a part, without those of mentions that are the first of their story.
export function numberStories({ codes, others }: Stories, { stories }: ProjectNumbers): StoryNumbers {
  const known = new Uint32Array(others.length / ID_BYTES + 1)
  for (let code = 1; code < known.length; code++) known[code] = stories.add(others, code - 1) + 1
  const numbers = new Uint32Array(codes.length)
  let numbered = 0
  for (let ordinal = 0; ordinal < numbers.length; ordinal++) {
    const code = codes[ordinal] as number
    numbers[ordinal] = known[code] as number
    if (code > 0) numbered++
  }
  return { numbers, numbered, upTo: 0 }
}

// Adds the first mentions of the stories that got their numbers since the last time.
export function numberFirstMentions(part: StoryNumbers, ids: Buffer, { stories }: ProjectNumbers): void {
  const { numbers } = part
  if (stories.size - part.upTo > numbers.length) {
    for (let ordinal = 0; ordinal < numbers.length; ordinal++) {
      if (numbers[ordinal] !== 0) continue
      numbers[ordinal] = stories.numberOf(storyKeyAt(ids, ordinal)) + 1
      if (numbers[ordinal] !== 0) part.numbered++
    }
    part.upTo = stories.size
    return
  }
  const [oldest, newest] = [millisAt(ids, 0), millisAt(ids, ids.length / ID_BYTES - 1)]
  for (; part.upTo < stories.size; part.upTo++) {
    const at = millisAt(stories.ids, part.upTo)
    if (at < oldest || at > newest) continue
    const ordinal = findId(ids, stories.ids, part.upTo)
    if (ordinal < 0 || numbers[ordinal] !== 0) continue
    numbers[ordinal] = part.upTo + 1
    part.numbered++
  }
}
