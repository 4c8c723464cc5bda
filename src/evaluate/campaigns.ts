import { type CampaignSigns, type CampaignStory, findSigns, isCampaign } from '../analyse/campaign.ts'
import { ownCopies, type StoryCopy } from '../analyse/campaign-copies.ts'
import { sharedWording, type Timeline, timelineOf, type Wording } from '../analyse/campaign-evidence.ts'
import { groupNumbered } from '../analyse/campaign-numbered.ts'
import { mapInTurns } from '../analyse/map-in-turns.ts'
import type { Db } from '../store/db.ts'
import { millisOf } from '../store/ids.ts'
import {
  findShared,
  listShared,
  listTemplates,
  readFirstMembers,
  type SharedStory,
} from '../store/mentions/campaigns.ts'
import { areAuthorsExact } from '../store/mentions/story-authors.ts'
import { resolveStories } from '../store/mentions/story-members.ts'

// A story with the signs of coordination that it shows, and what they are seen in.
export interface Campaign {
  readonly id: string
  // All mentions of the story, and how many of them were read.
  readonly copies: number
  readonly read: number
  readonly authors: number
  readonly authorsExact: boolean
  // Of those that were read, how many present the words as their own.
  readonly own: number
  readonly signs: CampaignSigns
  readonly timeline: Timeline
  readonly wording: Wording
  // Mentions to show side by side.
  readonly examples: readonly string[]
  // Other stories of the same accounts, each by a mention.
  readonly companions: readonly { readonly storyId: string; readonly mentionId: string; readonly accounts: number }[]
}

export interface Campaigns {
  readonly campaigns: readonly Campaign[]
  // How many stories were examined, and since when: the range, unless it has more stories than are examined at once.
  readonly examined: number
  readonly since: Date
  readonly complete: boolean
}

interface CampaignRange {
  readonly from: Date
  readonly to: Date
}

// A request reads at most this many stories, and mentions of each, however many the project has.
const STORIES_MAX = 1_000
const TEMPLATES_MAX = 3_000
const MEMBERS_MAX = 100
// Of a story that is one of many numbers.
const STORY_COPIES_MAX = 5
const COMPANIONS_MAX = 5
const NEIGHBOUR_MS = 30 * 86_400_000

// What is examined: a story, or the stories of one numbered text.
interface Examined extends CampaignStory {
  readonly stories: readonly string[]
  readonly size: number
  readonly authors: number
  readonly authorsExact: boolean
}

// The campaigns among the latest stories of a range: those with the most signs first, then the largest.
export async function findCampaigns(
  db: Db,
  projectId: string,
  { from, to }: CampaignRange,
  { limit, examples }: { readonly limit: number; readonly examples: number },
): Promise<Campaigns> {
  const listed = await listShared(db, projectId, { from, to, limit: STORIES_MAX + 1 })
  const complete = listed.length <= STORIES_MAX
  const shared = listed.slice(0, STORIES_MAX)
  const oldest = shared.at(-1)
  const examined = [
    ...(await readShared(db, projectId, shared)),
    ...(await readNumbered(db, projectId, { from, to }, shared)),
  ]
  const signs = await findSigns(examined)
  const found = examined
    .map((story, at) => ({ story, signs: signs[at] as CampaignSigns }))
    .filter((one) => isCampaign(one.signs))
    .sort(
      (a, b) =>
        countSigns(b.signs) - countSigns(a.signs) || b.story.size - a.story.size || (a.story.id < b.story.id ? 1 : -1),
    )
    .slice(0, limit)
  const byId = new Map(examined.map((story) => [story.id, story]))
  return {
    campaigns: await mapInTurns(found, (one) => toCampaign(one.story, one.signs, byId, examples)),
    examined: examined.length,
    since: complete || oldest === undefined ? from : new Date(millisOf(oldest.id)),
    complete,
  }
}

// The signs of one story, whether it is a campaign or not, among those that began up to a month before or after it.
export async function examineStory(
  db: Db,
  projectId: string,
  storyId: string,
  { examples }: { readonly examples: number },
): Promise<Campaign | null> {
  const root = (await resolveStories(db, projectId, [storyId])).get(storyId)
  const story = root === undefined ? null : await findShared(db, projectId, root)
  if (story === null) return null
  const at = millisOf(story.id)
  const range = { from: new Date(at - NEIGHBOUR_MS), to: new Date(at + NEIGHBOUR_MS) }
  const near = await listShared(db, projectId, { ...range, limit: STORIES_MAX })
  const shared = [story, ...near.filter(({ id }) => id !== story.id)]
  const numbered = await readNumbered(db, projectId, range, near)
  const examined = [...numbered, ...(await readShared(db, projectId, shared))]
  const index = examined.findIndex(({ stories }) => stories.includes(story.id))
  const [found, signs] = [examined[index], (await findSigns(examined))[index]]
  if (found === undefined || signs === undefined || found.copies.length === 0) return null
  return toCampaign(found, signs, new Map(examined.map((one) => [one.id, one])), examples)
}

async function readShared(db: Db, projectId: string, shared: readonly SharedStory[]): Promise<Examined[]> {
  const ids = shared.map(({ id }) => id)
  const members = await readFirstMembers(db, projectId, ids, MEMBERS_MAX)
  return shared.map(({ id, size, authors, authorHashes }) => ({
    id,
    stories: [id],
    size,
    authors,
    authorsExact: areAuthorsExact(authorHashes),
    copies: members.get(id) ?? [],
  }))
}

// Numbered texts of which every number is a story of its own. Stories that are examined by themselves are left out.
async function readNumbered(
  db: Db,
  projectId: string,
  { from, to }: CampaignRange,
  shared: readonly SharedStory[],
): Promise<Examined[]> {
  const known = new Set(shared.map(({ id }) => id))
  const templates = await listTemplates(db, projectId, { from, to, limit: TEMPLATES_MAX })
  const groups = groupNumbered(templates.filter(({ id }) => !known.has(id)))
  const first = groups.map((stories) => stories.slice(0, MEMBERS_MAX))
  const members = await readFirstMembers(db, projectId, first.flat(), STORY_COPIES_MAX)
  return groups.map((stories, at) => {
    const copies = (first[at] ?? [])
      .flatMap((id) => members.get(id) ?? [])
      .sort((a, b) => a.atMs - b.atMs)
      .slice(0, MEMBERS_MAX)
    const authors = new Set(copies.map(({ author }) => author)).size
    const authorsExact = stories.length <= MEMBERS_MAX
    return {
      id: stories[0] ?? '',
      stories,
      size: Math.max(stories.length, copies.length),
      authors,
      authorsExact,
      copies,
    }
  })
}

function toCampaign(
  { id, size, authors, authorsExact, copies }: Examined,
  signs: CampaignSigns,
  examined: ReadonlyMap<string, Examined>,
  examples: number,
): Campaign {
  const own = ownCopies(copies)
  // A story that only repeats a source has no words of its own to compare.
  const shown = own.length === 0 ? copies : own
  const companions = signs.together?.stories.slice(0, COMPANIONS_MAX) ?? []
  return {
    id,
    copies: size,
    read: copies.length,
    authors,
    authorsExact,
    own: own.length,
    signs,
    timeline: timelineOf(shown),
    wording: sharedWording(shown),
    examples: firstOfAuthors(shown, examples),
    companions: companions.flatMap(({ id: storyId, accounts }) => {
      const first = examined.get(storyId)?.copies[0]
      return first === undefined ? [] : [{ storyId, mentionId: first.id, accounts }]
    }),
  }
}

// The first copies, one of each account.
function firstOfAuthors(copies: readonly StoryCopy[], count: number): string[] {
  const byAuthor = new Map<string, string>()
  for (const { author, id } of copies) {
    if (byAuthor.size === count) break
    if (!byAuthor.has(author)) byAuthor.set(author, id)
  }
  return [...byAuthor.values()]
}

function countSigns({ burst, serial, together }: CampaignSigns): number {
  return [burst, serial, together].filter((sign) => sign !== null).length
}
