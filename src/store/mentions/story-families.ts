import { plainArray, plainArrays } from '../arrays.ts'
import type { Db } from '../db.ts'
import type { Comparison, StoryRules } from './stories.ts'
import { addHash } from './story-authors.ts'
import type { Candidates, Example, Root } from './story-candidates.ts'
import { FAMILY_AUTHORS } from './story-candidates.ts'

// Stories of one template. Usually they are different stories: a bulletin with today's figures. But many authors who post one text
// within which only a number changes, hardly ever the same, are a campaign that numbers its copies: one story.
export interface Family {
  readonly id: string
  // Of its first story.
  readonly signature: Uint8Array
  posts: number
  stories: number
  tails: number
  numbers: number
  readonly authors: number[]
  campaign: 'tail' | 'number' | null
  storyId: string | null
}

const TAIL = { posts: 12, authors: 8, distinct: 0.7 }
const NUMBER = { posts: 40, authors: 20, distinct: 0.9 }
// The share of the stories that differ from the first one in a single number.
const SLOT_SHARE = 0.9

export class Families {
  readonly #byId = new Map<string, Family>()
  readonly #changed = new Set<Family>()
  // Stories that have got a family although no mention was added to them.
  readonly founders = new Set<string>()

  add(family: Family): void {
    this.#byId.set(family.id, family)
  }

  of({ familyId }: Root): Family | null {
    return familyId === null ? null : (this.#byId.get(familyId) ?? null)
  }

  // The family of a story, created if it has none.
  familyOf(example: Example, root: Root): Family {
    const known = this.of(root)
    if (known !== null) return known
    const authors: number[] = []
    for (const author of root.authors) addHash(authors, author, FAMILY_AUTHORS)
    const { signature } = example
    const family = {
      id: root.id,
      signature,
      posts: root.size,
      stories: 1,
      tails: 0,
      numbers: 0,
      authors,
      campaign: null,
      storyId: null,
    }
    root.familyId = family.id
    this.founders.add(root.id)
    this.add(family)
    this.#changed.add(family)
    return family
  }

  addPost(family: Family, author: number): void {
    family.posts += 1
    addHash(family.authors, author, FAMILY_AUTHORS)
    this.#changed.add(family)
  }

  addStory(family: Family, slot: Comparison['slot']): void {
    family.stories += 1
    if (slot === 'tail') family.tails += 1
    if (slot === 'number') family.numbers += 1
    this.#changed.add(family)
  }

  get changed(): readonly Family[] {
    return [...this.#changed]
  }
}

// What the mentions of a family may differ in when they are one story; null when they are not.
export function campaignOf(family: Family): Family['campaign'] {
  const { posts, stories, tails, numbers, authors } = family
  const reaches = (rule: typeof TAIL) =>
    posts >= rule.posts && authors.length >= rule.authors && stories >= rule.distinct * posts
  // The first story differs from itself in nothing and counts for either.
  if (reaches(TAIL) && tails + 1 >= SLOT_SHARE * stories) return 'tail'
  if (reaches(NUMBER) && tails + numbers + 1 >= SLOT_SHARE * stories) return 'number'
  return null
}

// Whether a text belongs to the campaign of a family.
export function belongs(family: Family, signature: Uint8Array, { compare }: StoryRules): boolean {
  if (family.campaign === null) return false
  const { relation, slot } = compare(family.signature, signature)
  return relation === 'copy' || slot === 'tail' || (slot !== null && family.campaign === 'number')
}

export async function loadFamilies(tx: Db, projectId: string, candidates: Candidates): Promise<Families> {
  const families = new Families()
  const ids = new Set<string>()
  for (const { familyId } of candidates.roots()) if (familyId !== null) ids.add(familyId)
  if (ids.size === 0) return families
  const rows = await tx`
    select id, signature, posts, stories, tails, numbers, author_hashes as authors, campaign, story_id as "storyId" from story_family
     where project_id = ${projectId} and id = any(${plainArray([...ids])}::uuid[])`
  for (const row of rows) families.add({ ...row } as Family)
  return families
}

export async function saveFamilies(tx: Db, projectId: string, families: readonly Family[]): Promise<void> {
  if (families.length === 0) return
  const sorted = [...families].sort((a, b) => (a.id < b.id ? -1 : 1))
  const column = (pick: (family: Family) => number | string) => plainArray(sorted.map(pick))
  await tx`
    insert into story_family (project_id, id, signature, posts, stories, tails, numbers, author_hashes, campaign, story_id)
    select ${projectId}::uuid, id, decode(signature, 'hex'), posts, stories, tails, numbers, author_hashes::integer[], campaign, story_id
      from unnest(${column((f) => f.id)}::uuid[], ${column((f) => Buffer.from(f.signature).toString('hex'))}::text[],
                  ${column((f) => f.posts)}::integer[], ${column((f) => f.stories)}::integer[], ${column((f) => f.tails)}::integer[],
                  ${column((f) => f.numbers)}::integer[], ${plainArrays(sorted.map((f) => f.authors))}::text[],
                  ${column((f) => f.campaign ?? 'null')}::text[], ${column((f) => f.storyId ?? 'null')}::uuid[])
           as t(id, signature, posts, stories, tails, numbers, author_hashes, campaign, story_id)
    on conflict (project_id, id) do update
       set posts = excluded.posts, stories = excluded.stories, tails = excluded.tails, numbers = excluded.numbers,
           author_hashes = excluded.author_hashes, campaign = excluded.campaign, story_id = excluded.story_id`
}

// The stored stories of a family that are not merged.
export async function readFamilyStories(
  tx: Db,
  projectId: string,
  familyId: string,
): Promise<{ readonly id: string; readonly signature: Uint8Array; readonly size: number }[]> {
  return tx<{ id: string; signature: Uint8Array; size: number }>`
    select id, signature, size from story
     where project_id = ${projectId} and family_id = ${familyId} and merged_into is null order by id`
}

// Removes families without stories.
export async function deleteEmptyFamilies(tx: Db, projectId: string): Promise<void> {
  await tx`
    delete from story_family f where f.project_id = ${projectId}
       and not exists (select from story s where s.project_id = ${projectId} and s.family_id = f.id)`
}
