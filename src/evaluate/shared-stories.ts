import { compareSignatures } from '../analyse/compare.ts'
import type { Db } from '../store/db.ts'
import { readMentions, type StoredMention } from '../store/mentions/rows.ts'
import {
  type Candidates,
  findCandidates,
  readFingerprints,
  type StoryFingerprint,
} from '../store/mentions/story-candidates.ts'
import type { Tally } from '../store/mentions/tally.ts'
import { describeStories, sizeOfStory, topStoryKeys } from '../store/mentions/top-lists.ts'
import { storyKey } from '../store/search/columns.ts'

// The stories of each side that are looked for in all others: those with the most mentions.
export const STORIES_COMPARED = 50
const COMMON_MAX = 20
const LISTED_MAX = 10

// The selected mentions of one side of a comparison.
export interface StorySide {
  readonly projectId: string
  readonly tally: Tally
}

// A story as one side has it: the earliest of its selected mentions, and how many there are.
export interface SideStory {
  readonly mention: StoredMention
  readonly count: number
  readonly authors: number
}

export interface SharedStories {
  // For each side, the stories with the most mentions, and those of them that no other side has.
  readonly sides: readonly { readonly top: SideStory[]; readonly apart: SideStory[]; readonly apartTotal: number }[]
  // What each side has of a story that at least two have; null where a side has nothing of it.
  readonly common: readonly (readonly (SideStory | null)[])[]
  readonly commonTotal: number
}

// Which stories the sides have in common. Inside a project a story is the same by its id; between projects it is the same when its text
// is a near-duplicate, found and compared as collecting does. `db` must be a transaction with one snapshot.
export async function shareStories(db: Db, sides: readonly StorySide[]): Promise<SharedStories> {
  const tops: SideStory[][] = []
  for (const side of sides) {
    tops.push(await readSideStories(db, side, await topStoryKeys(side.tally, STORIES_COMPARED)))
  }
  const rows = joinStories(sides, tops, await findCopies(db, sides, tops))
  const common = rows.filter((row) => sidesOf(row) > 1).sort((a, b) => sidesOf(b) - sidesOf(a))
  const alone = new Set(rows.filter((row) => sidesOf(row) === 1).flat())
  return {
    sides: tops.map((stories) => {
      const apart = stories.filter(({ mention }) => alone.has(mention.storyId))
      return { top: stories.slice(0, LISTED_MAX), apart: apart.slice(0, LISTED_MAX), apartTotal: apart.length }
    }),
    common: await describeRows(db, sides, tops, common.slice(0, COMMON_MAX)),
    commonTotal: common.length,
  }
}

// The id of a story in each side; null where a side has nothing of it.
type Row = readonly (string | null)[]

function sidesOf(row: Row): number {
  return row.filter((id) => id !== null).length
}

async function readSideStories(db: Db, side: StorySide, keys: readonly number[]): Promise<SideStory[]> {
  const described = await describeStories(side.tally, keys)
  const mentions = await readMentions(
    db,
    side.projectId,
    described.map(({ mentionId }) => mentionId),
  )
  const byId = new Map(mentions.map((mention) => [mention.id, mention]))
  return described.flatMap(({ mentionId, count, authors }) => {
    const mention = byId.get(mentionId)
    return mention === undefined ? [] : [{ mention, count, authors }]
  })
}

// For each project, the story in it that is the closest copy of a story of another project.
type Copies = ReadonlyMap<string, ReadonlyMap<string, string>>

async function findCopies(db: Db, sides: readonly StorySide[], tops: readonly SideStory[][]): Promise<Copies> {
  const projects = [...new Set(sides.map(({ projectId }) => projectId))]
  if (projects.length === 1) return new Map()
  const ownOf = new Map<string, readonly StoryFingerprint[]>()
  for (const projectId of projects) {
    const ids = tops.flatMap((stories, at) =>
      sides[at]?.projectId === projectId ? stories.map(({ mention }) => mention.storyId) : [],
    )
    ownOf.set(projectId, await readFingerprints(db, projectId, [...new Set(ids)]))
  }
  const copies = new Map<string, Map<string, string>>()
  for (const projectId of projects) {
    const others = projects.flatMap((other) => (other === projectId ? [] : (ownOf.get(other) ?? [])))
    const candidates = await findCandidates(db, projectId, others)
    const found = others.map((story) => [story.id, closestCopy(candidates, story)] as const)
    copies.set(projectId, new Map(found.flatMap(([id, copy]) => (copy === null ? [] : [[id, copy]]))))
  }
  return copies
}

function closestCopy(candidates: Candidates, story: StoryFingerprint): string | null {
  let best: { readonly id: string; readonly closeness: number } | null = null
  for (const { id, signature } of candidates.find(story)) {
    const { relation, closeness } = compareSignatures(story.signature, signature)
    if (relation === 'copy' && (best === null || closeness > best.closeness)) best = { id, closeness }
  }
  return best === null ? null : candidates.rootOf(best.id).id
}

// The stories with the most mentions first. A story that is already in the row of another one has no row of its own.
function joinStories(sides: readonly StorySide[], tops: readonly SideStory[][], copies: Copies): Row[] {
  const known = sides.map(() => new Set<string>())
  const rows: Row[] = []
  const stories = tops
    .flatMap((own, at) => own.map(({ mention, count }) => ({ at, id: mention.storyId, count })))
    .sort((a, b) => b.count - a.count || a.at - b.at || (a.id < b.id ? -1 : 1))
  for (const { at, id } of stories) {
    if (known[at]?.has(id)) continue
    const row = sides.map((side) => {
      const own = side.projectId === sides[at]?.projectId ? id : copies.get(side.projectId)?.get(id)
      return own !== undefined && sizeOfStory(side.tally, own) > 0 ? own : null
    })
    for (const [side, own] of row.entries()) if (own !== null) known[side]?.add(own)
    rows.push(row)
  }
  return rows
}

// Reads what a side has of a story that is not among those with the most mentions there.
async function describeRows(
  db: Db,
  sides: readonly StorySide[],
  tops: readonly SideStory[][],
  rows: readonly Row[],
): Promise<(SideStory | null)[][]> {
  const known: Map<string, SideStory>[] = []
  for (const [at, side] of sides.entries()) {
    const own = new Map((tops[at] ?? []).map((story) => [story.mention.storyId, story]))
    const missing = rows.flatMap((row) => (row[at] == null || own.has(row[at]) ? [] : [storyKey(row[at])]))
    for (const story of await readSideStories(db, side, [...new Set(missing)])) own.set(story.mention.storyId, story)
    known.push(own)
  }
  return rows.map((row) => row.map((id, at) => (id === null ? null : (known[at]?.get(id) ?? null))))
}
