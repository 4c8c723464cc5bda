import { setImmediate } from 'node:timers/promises'
import { NO_ENGAGEMENT } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { rankId } from '../ids.ts'
import { noteChange } from './changed.ts'
import type { EngagementChange, StoryMention } from './incoming.ts'
import { addEngagement, addMember, readStoriesById, type Story, type StoryRules, saveStories } from './stories.ts'
import { addHash, hashAuthor } from './story-authors.ts'
import { type Candidates, type Example, FAMILY_AUTHORS, findCandidates, type Root } from './story-candidates.ts'
import {
  belongs,
  campaignOf,
  type Families,
  type Family,
  loadFamilies,
  readFamilyStories,
  saveFamilies,
} from './story-families.ts'
import { resolveStories } from './story-members.ts'

// Between two turns of the event loop so many mentions are compared with others: an import runs where requests are answered.
const TURN_MAX = 64

// Adds each mention to the group of its near-duplicates, or creates a new group, merges groups that turn out to be one, and ranks
// the changed groups. Returns the group of each mention, in order. The caller holds the project's row lock.
export async function foldIntoStories(
  tx: Db,
  projectId: string,
  mentions: readonly StoryMention[],
  refreshed: readonly EngagementChange[],
  storyRules: StoryRules,
): Promise<string[]> {
  const candidates = await findCandidates(tx, projectId, mentions)
  const families = await loadFamilies(tx, projectId, candidates)
  const fold = new Fold(tx, projectId, { candidates, families, storyRules })
  const authors = mentions.map(authorHash)
  const chosen: string[] = []
  for (const [at, mention] of mentions.entries()) {
    chosen.push(await fold.add(mention, authors[at] as number))
    if (chosen.length % TURN_MAX === 0) await setImmediate()
  }
  await saveFamilies(tx, projectId, families.changed)
  await applyFold(
    tx,
    projectId,
    { candidates, families, merges: fold.merges, mentions, authors, chosen, refreshed },
    storyRules,
  )
  return chosen
}

interface FoldDeps {
  readonly candidates: Candidates
  readonly families: Families
  readonly storyRules: StoryRules
}

// Decides on signatures alone; what changes in the stories is computed afterwards.
class Fold {
  readonly #tx: Db
  readonly #projectId: string
  readonly #deps: FoldDeps
  // In order: the absorbed story and the one that keeps its mentions.
  readonly merges: { readonly absorbed: string; readonly kept: string }[] = []

  constructor(tx: Db, projectId: string, deps: FoldDeps) {
    this.#tx = tx
    this.#projectId = projectId
    this.#deps = deps
  }

  // Returns the id of the story that the mention belongs to.
  async add(mention: StoryMention, author: number): Promise<string> {
    const { candidates, families, storyRules } = this.#deps
    const near: { readonly example: Example; readonly relation: string; readonly closeness: number }[] = []
    for (const example of candidates.find(mention)) {
      const { relation, closeness } = storyRules.compare(example.signature, mention.signature)
      if (relation !== 'other') near.push({ example, relation, closeness })
    }
    near.sort((a, b) => b.closeness - a.closeness)
    const copies = near.filter(({ relation }) => relation === 'copy').map(({ example }) => example)
    const [closest] = copies
    if (closest !== undefined) return this.#join(this.#mergeCopies(closest, copies), author)
    const [template] = near
    if (template === undefined) return this.#create(mention, author, null)
    const family = families.familyOf(template.example, candidates.rootOf(template.example.id))
    if (belongs(family, mention.signature, storyRules)) {
      const root = await this.#campaignRoot(family)
      if (root !== null) return this.#join(root, author)
    }
    families.addStory(family, storyRules.compare(family.signature, mention.signature).slot)
    families.addPost(family, author)
    const id = this.#create(mention, author, family.id)
    await this.#mergeCampaign(family)
    return id
  }

  #join(root: Root, author: number): string {
    root.size += 1
    addHash(root.authors, author, FAMILY_AUTHORS)
    const family = this.#deps.families.of(root)
    if (family !== null) this.#deps.families.addPost(family, author)
    return root.id
  }

  #create({ id, signature, keys }: StoryMention, author: number, familyId: string | null): string {
    this.#deps.candidates.create({ id, signature }, keys, { id, familyId, size: 1, authors: [author] })
    return id
  }

  // Two stories of which one mention is a copy are one story if their own texts are copies too.
  #mergeCopies(closest: Example, copies: readonly Example[]): Root {
    const { candidates, storyRules } = this.#deps
    for (const other of copies.slice(1)) {
      const [a, b] = [candidates.rootOf(closest.id), candidates.rootOf(other.id)]
      if (a !== b && storyRules.compare(closest.signature, other.signature).relation === 'copy') this.#merge(a, b)
    }
    return candidates.rootOf(closest.id)
  }

  #merge(a: Root, b: Root): Root {
    const { kept, absorbed } = this.#deps.candidates.merge(a, b)
    for (const author of absorbed.authors) addHash(kept.authors, author, FAMILY_AUTHORS)
    this.merges.push({ absorbed: absorbed.id, kept: kept.id })
    return kept
  }

  // Makes a family one story when it has become a campaign.
  async #mergeCampaign(family: Family): Promise<void> {
    if (family.campaign !== null) return
    family.campaign = campaignOf(family)
    if (family.campaign === null) return
    const { candidates, storyRules } = this.#deps
    for (const { id, signature, size } of await readFamilyStories(this.#tx, this.#projectId, family.id)) {
      if (!candidates.has(id)) candidates.add({ id, signature }, [], { id, familyId: family.id, size, authors: [] })
    }
    let kept: Root | null = null
    for (const { id, signature } of candidates.examples()) {
      const root = candidates.rootOf(id)
      if (root.familyId !== family.id || root === kept || !belongs(family, signature, storyRules)) continue
      kept = kept === null ? root : this.#merge(kept, root)
    }
    family.storyId = kept?.id ?? null
  }

  // Null when its story was removed: the next one starts again.
  async #campaignRoot(family: Family): Promise<Root | null> {
    const { candidates } = this.#deps
    if (family.storyId === null) return null
    if (!candidates.has(family.storyId)) {
      const [id] = (await resolveStories(this.#tx, this.#projectId, [family.storyId])).values()
      if (id === undefined) return null
      family.storyId = id
      if (!candidates.has(id)) {
        candidates.add({ id, signature: family.signature }, [], { id, familyId: family.id, size: 0, authors: [] })
      }
    }
    return candidates.rootOf(family.storyId)
  }
}

interface FoldResult {
  readonly candidates: Candidates
  readonly families: Families
  readonly merges: Fold['merges']
  readonly mentions: readonly StoryMention[]
  // The hash of the author of each mention.
  readonly authors: readonly number[]
  readonly chosen: readonly string[]
  readonly refreshed: readonly EngagementChange[]
}

// Writes the decisions into the stories.
async function applyFold(tx: Db, projectId: string, result: FoldResult, storyRules: StoryRules): Promise<void> {
  const { candidates, families, merges, mentions, authors, chosen, refreshed } = result
  const stories = new Map<string, Story>()
  for (const mention of mentions) {
    if (candidates.isNew(mention.id)) stories.set(mention.id, newStory(mention))
  }
  const roots = await resolveStories(
    tx,
    projectId,
    refreshed.map(({ storyId }) => storyId),
  )
  const touched = new Set([
    ...chosen,
    ...merges.flatMap(({ absorbed, kept }) => [absorbed, kept]),
    ...roots.values(),
    ...families.founders,
  ])
  for (const story of await readStoriesById(
    tx,
    projectId,
    [...touched].filter((id) => !stories.has(id)),
  ))
    stories.set(story.id, story)
  for (const [at, mention] of mentions.entries())
    addMention(storyOf(stories, chosen[at]), mention, authors[at] as number)
  for (const { storyId, change } of refreshed) {
    const story = stories.get(roots.get(storyId) ?? '')
    if (story !== undefined) story.engagement = addEngagement(story.engagement, change)
  }
  for (const { absorbed, kept } of merges) absorb(storyOf(stories, kept), storyOf(stories, absorbed))
  for (const story of stories.values()) {
    if (!candidates.has(story.id)) continue
    const root = candidates.rootOf(story.id)
    story.familyId = root.familyId
    story.mergedInto = root.id === story.id ? null : root.id
  }
  await saveStories(tx, projectId, [...stories.values()], storyRules)
  await redirectMerged(tx, projectId, [...stories.values()])
}

function storyOf(stories: ReadonlyMap<string, Story>, id: string | undefined): Story {
  const story = stories.get(id ?? '')
  if (story === undefined) throw new Error(`Story ${id} was chosen for a mention and does not exist.`)
  return story
}

// What was merged into a story that is now merged itself.
async function redirectMerged(tx: Db, projectId: string, stories: readonly Story[]): Promise<void> {
  const merged = stories.filter(({ mergedInto, stored }) => mergedInto !== null && stored !== null)
  if (merged.length === 0) return
  await noteChange(tx, projectId)
  await tx`
    update story s set merged_into = w.kept
      from unnest(${merged.map(({ id }) => id)}::uuid[], ${merged.map(({ mergedInto }) => mergedInto)}::uuid[]) as w(absorbed, kept)
     where s.project_id = ${projectId} and s.merged_into = w.absorbed`
}

function newStory({ id, signature, keys }: StoryMention): Story {
  return {
    id,
    mergedInto: null,
    familyId: null,
    members: new Map(),
    relevance: 0,
    authorHashes: [],
    engagement: NO_ENGAGEMENT,
    signature,
    keys,
    outdated: false,
    rankId: '',
    score: 0,
    stored: null,
  }
}

function addMention(story: Story, mention: StoryMention, author: number): void {
  addMember(story, mention.cell, { size: 1, lead: mention.id })
  story.engagement = addEngagement(story.engagement, mention.post.engagement)
  story.relevance = Math.max(story.relevance, mention.relevance)
  addHash(story.authorHashes, author)
}

function absorb(kept: Story, absorbed: Story): void {
  for (const [cell, members] of absorbed.members) addMember(kept, cell, members)
  for (const author of absorbed.authorHashes) addHash(kept.authorHashes, author)
  kept.engagement = addEngagement(kept.engagement, absorbed.engagement)
  kept.relevance = Math.max(kept.relevance, absorbed.relevance)
  absorbed.members = new Map()
  absorbed.authorHashes = []
  absorbed.engagement = NO_ENGAGEMENT
  // A story that was created in this batch has no rank yet.
  if (absorbed.rankId === '') absorbed.rankId = rankId(absorbed.id, 0)
}

function authorHash(mention: StoryMention): number {
  const { platform, author } = mention.post
  return hashAuthor(platform, author.id || author.username || mention.id)
}
