import { type CampaignSigns, type CampaignStory, findSigns, isCampaign } from '../analyse/campaign.ts'
import { ownCopies, type StoryCopy } from '../analyse/campaign-copies.ts'
import { sharedWording, type Timeline, timelineOf, type Wording } from '../analyse/campaign-evidence.ts'
import type { Db } from '../store/db.ts'
import { millisOf } from '../store/ids.ts'
import { findShared, listShared, readFirstMembers, type SharedStory } from '../store/mentions/campaigns.ts'
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

// A request reads at most this many stories and mentions of each, however many the project has.
const STORIES_MAX = 300
const MEMBERS_MAX = 150
const COMPANIONS_MAX = 5
const NEIGHBOUR_MS = 30 * 86_400_000

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
  const campaigns = (await examine(db, projectId, shared, examples))
    .filter(({ signs }) => isCampaign(signs))
    .sort((a, b) => countSigns(b.signs) - countSigns(a.signs) || b.copies - a.copies || (a.id < b.id ? 1 : -1))
  return {
    campaigns: campaigns.slice(0, limit),
    examined: shared.length,
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
  const others = near.filter(({ id }) => id !== story.id)
  const examined = await examine(db, projectId, [story, ...others], examples, new Set([story.id]))
  return examined[0] ?? null
}

// `chosen` are the stories to return; without it all that show a sign.
async function examine(
  db: Db,
  projectId: string,
  shared: readonly SharedStory[],
  examples: number,
  chosen?: ReadonlySet<string>,
): Promise<Campaign[]> {
  const ids = shared.map(({ id }) => id)
  const members = await readFirstMembers(db, projectId, ids, MEMBERS_MAX)
  const stories = shared.map((story) => ({ ...story, copies: members.get(story.id) ?? [] }))
  const signs = findSigns(stories)
  return stories.flatMap((story, at) => {
    const own = signs[at] as CampaignSigns
    const wanted = chosen === undefined ? isCampaign(own) : chosen.has(story.id)
    return wanted && story.copies.length > 0 ? [toCampaign(story, own, members, examples)] : []
  })
}

function toCampaign(
  { id, size, authors, authorHashes, copies }: CampaignStory & SharedStory,
  signs: CampaignSigns,
  members: ReadonlyMap<string, readonly StoryCopy[]>,
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
    authorsExact: areAuthorsExact(authorHashes),
    own: own.length,
    signs,
    timeline: timelineOf(shown),
    wording: sharedWording(shown),
    examples: firstOfAuthors(shown, examples),
    companions: companions.flatMap(({ id: storyId, accounts }) => {
      const first = members.get(storyId)?.[0]
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
