import { isWhole } from '../../domain/story-position.ts'
import type { Db } from '../db.ts'
import { STORIES } from './counts.ts'
import { COLUMNS, deleteStories, leadOf, type Story, type StoryRules, saveStories, sizeOf, toStory } from './stories.ts'
import { findMissingKeys, rebuildStoryKeys } from './story-key-upkeep.ts'
import { type Recounted, recountMembers } from './story-members.ts'
import { readOrphans, refold } from './story-regroup.ts'

// What is stored about stories, compared with the mentions themselves.
export interface StoryDifference {
  // The story, span or entry.
  readonly subject: string
  readonly field: string
  readonly stored: string
  readonly recounted: string
}

const CHUNK = 1_000

// Every figure of every story and every entry. Empty when all are right.
export async function checkStories(db: Db, projectId: string): Promise<StoryDifference[]> {
  const differences: StoryDifference[] = []
  const entries = new Set<string>()
  for await (const stories of readInChunks(db, projectId)) {
    const recounted = await recountMembers(
      db,
      projectId,
      stories.map(({ id }) => id),
    )
    for (const story of stories) {
      differences.push(...compareStory(story, recounted.get(story.id)))
      for (const position of story.stored?.positions ?? [])
        if (!isWhole(position)) entries.add(`${position} ${story.rankId}`)
    }
  }
  differences.push(...(await checkReferences(db, projectId)))
  differences.push(...(await checkKeys(db, projectId)))
  differences.push(...(await checkEntries(db, projectId, entries)))
  return differences
}

async function* readInChunks(db: Db, projectId: string): AsyncGenerator<Story[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db`
      select ${COLUMNS} from story where project_id = ${projectId} and merged_into is null and id > ${after} order by id limit ${CHUNK}`
    if (rows.length === 0) return
    yield rows.map(toStory)
    after = rows.at(-1)?.id
  }
}

function compareStory(story: Story, counted: Recounted | undefined): StoryDifference[] {
  const actual: Story | null = counted === undefined ? null : { ...story, ...counted }
  const fields = story.outdated ? OUTDATED_FIELDS : FIELDS
  return Object.entries(fields).flatMap(([field, read]) => {
    const [stored, recounted] = [read(story), actual === null ? 'no mentions' : read(actual)]
    return stored === recounted ? [] : [{ subject: `story ${story.id}`, field, stored, recounted }]
  })
}

const FIELDS: Readonly<Record<string, (story: Story) => string>> = {
  size: (story) => String(sizeOf(story)),
  lead: (story) => leadOf(story).id,
  cells: ({ members }) =>
    [...members]
      .sort(([a], [b]) => a - b)
      .map(([cell, { size, lead }]) => `${cell}: ${size} from ${lead}`)
      .join(', '),
  engagement: ({ engagement: { likes, comments, shares, views } }) => [likes, comments, shares, views].join(' '),
  // Below the maximum these are the authors themselves; at the maximum they give the estimate.
  authors: ({ authorHashes }) => `${authorHashes.length} hashes: ${authorHashes.join(' ')}`,
}
// The other figures of a story that was grouped by earlier rules are those of its lead until it is grouped again.
const OUTDATED_FIELDS = { size: (story: Story) => String(sizeOf(story)) }

async function checkReferences(db: Db, projectId: string): Promise<StoryDifference[]> {
  const orphans = await db<{ id: string; story_id: string }>`
    select m.id, m.story_id from mention m where m.project_id = ${projectId}
       and not exists (select from story s where s.project_id = ${projectId} and s.id = m.story_id) order by m.id`
  const astray = await db<{ id: string; merged_into: string }>`
    select s.id, s.merged_into from story s where s.project_id = ${projectId} and s.merged_into is not null
       and not exists (select from story r where r.project_id = ${projectId} and r.id = s.merged_into and r.merged_into is null)`
  return [
    ...orphans.map(({ id, story_id }) => ({
      subject: `mention ${id}`,
      field: 'story',
      stored: story_id,
      recounted: 'no such story',
    })),
    ...astray.map(({ id, merged_into }) => ({
      subject: `story ${id}`,
      field: 'merged into',
      stored: merged_into,
      recounted: 'no such story',
    })),
  ]
}

// The keys by which stories are found.
async function checkKeys(db: Db, projectId: string): Promise<StoryDifference[]> {
  const missing = await findMissingKeys(db, projectId)
  return missing.map(({ id, keys }) => ({
    subject: `story ${id}`,
    field: 'keys',
    stored: 'not found under all of them',
    recounted: String(keys),
  }))
}

async function checkEntries(db: Db, projectId: string, expected: ReadonlySet<string>): Promise<StoryDifference[]> {
  const rows = await db<{ position: number; rank_id: string }>`
    select position, rank_id from story_entry where project_id = ${projectId}`
  const stored = new Set(rows.map(({ position, rank_id }) => `${position} ${rank_id}`))
  const missing = [...expected].filter((entry) => !stored.has(entry))
  const extra = [...stored].filter((entry) => !expected.has(entry))
  return [
    ...missing.map((entry) => ({ subject: `entry ${entry}`, field: 'entry', stored: 'absent', recounted: 'present' })),
    ...extra.map((entry) => ({ subject: `entry ${entry}`, field: 'entry', stored: 'present', recounted: 'absent' })),
  ]
}

// Writes all of it again from the mentions. The caller's transaction holds the project's row lock.
export async function repairStories(tx: Db, projectId: string, storyRules: StoryRules): Promise<void> {
  await tx`delete from mention_count where project_id = ${projectId} and list = ${STORIES}`
  await tx`delete from story_entry where project_id = ${projectId}`
  await tx`
    update story s set merged_into = null, size = 1 where s.project_id = ${projectId} and s.merged_into is not null
       and not exists (select from story r where r.project_id = ${projectId} and r.id = s.merged_into and r.merged_into is null)`
  for await (const stories of readInChunks(tx, projectId)) {
    const recounted = await recountMembers(
      tx,
      projectId,
      stories.map(({ id }) => id),
    )
    const kept = stories.flatMap((story) => {
      const counted = recounted.get(story.id)
      // As if it were not listed anywhere.
      return counted === undefined ? [] : [{ ...story, ...counted, stored: { rankId: story.rankId, positions: [] } }]
    })
    const emptied = stories.filter(({ id }) => !recounted.has(id))
    await deleteStories(
      tx,
      projectId,
      emptied.map((story) => ({ ...story, stored: null })),
    )
    await saveStories(tx, projectId, kept, storyRules)
  }
  await rebuildStoryKeys(tx, projectId)
  await refold(tx, projectId, await readOrphans(tx, projectId, storyRules), storyRules)
}
