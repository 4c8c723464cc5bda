import type { Account } from '../../domain/account.ts'
import { cellOf } from '../../domain/cell.ts'
import type { Sentiment } from '../../domain/sentiment.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { platformOf } from '../platforms.ts'
import { moveInIndex } from '../search/change.ts'
import { logChanges } from './change-log.ts'
import { noteChange } from './changed.ts'
import { changeCounts, MENTIONS } from './counts.ts'
import { moveMembers } from './story-members.ts'

export type Corrector = Pick<Account, 'id' | 'name'>

// What a correction replaced. The cell has the sentiment.
export interface Corrected {
  readonly id: string
  readonly cell: number
  readonly storyId: string
  readonly correctedBy: string | null
  readonly correctedName: string | null
  readonly correctedAt: Date | null
}

// What a mention is set to: by a person, or back to what it was.
interface Replacement extends Omit<Corrected, 'storyId' | 'correctedAt'> {
  // Null for never.
  readonly correctedAt: string | null
}

// A person's judgement overrides the model's. All counts are updated in the same transaction. Returns what the mentions were before.
// The caller holds the project's row lock.
export async function correctMentions(
  tx: Db,
  projectId: string,
  ids: readonly string[],
  { sentiment, by, at = new Date() }: { readonly sentiment: Sentiment; readonly by: Corrector; readonly at?: Date },
): Promise<Corrected[]> {
  const before = await readCorrected(tx, projectId, ids)
  await replace(
    tx,
    projectId,
    before,
    before.map(({ id, cell }) => ({
      id,
      cell: cellOf(platformOf(Math.floor(cell / 3)), sentiment),
      correctedBy: by.id,
      correctedName: by.name,
      correctedAt: at.toISOString(),
    })),
  )
  return before
}

// Sets mentions back to what they were, where the last correction is the one that this person made at that time.
export async function restoreCorrected(
  tx: Db,
  projectId: string,
  earlier: readonly Omit<Replacement, 'storyId'>[],
  { by, at }: { readonly by: Corrector; readonly at: Date },
): Promise<string[]> {
  const now = await readCorrected(
    tx,
    projectId,
    earlier.map(({ id }) => id),
  )
  const untouched = now.filter(
    ({ correctedBy, correctedAt }) => correctedBy === by.id && correctedAt?.getTime() === at.getTime(),
  )
  const known = new Map(earlier.map((one) => [one.id, one]))
  await replace(
    tx,
    projectId,
    untouched,
    untouched.map(({ id }) => known.get(id) as Replacement),
  )
  return untouched.map(({ id }) => id)
}

export async function readCorrected(tx: Db, projectId: string, ids: readonly string[]): Promise<Corrected[]> {
  return tx<Corrected>`
    select id, cell, story_id as "storyId", corrected_by as "correctedBy", corrected_name as "correctedName",
           corrected_at as "correctedAt"
      from mention where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[]) order by id`
}

// `after` is in the order of `before`.
async function replace(
  tx: Db,
  projectId: string,
  before: readonly Corrected[],
  after: readonly Replacement[],
): Promise<void> {
  if (after.length === 0) return
  const list = (pick: (one: Replacement) => string | null) => after.map(pick)
  await tx`
    update mention m set cell = t.cell, corrected_by = t.by_id, corrected_name = t.by_name, corrected_at = t.at, updated_at = now()
      from unnest(${plainArray(after.map(({ id }) => id))}::uuid[], ${plainArray(after.map(({ cell }) => cell))}::smallint[],
                  ${list((one) => one.correctedBy)}::uuid[], ${list((one) => one.correctedName)}::text[],
                  ${list((one) => one.correctedAt)}::timestamptz[]) as t(id, cell, by_id, by_name, at)
     where m.project_id = ${projectId} and m.id = t.id`
  const moved = after
    .map(({ id, cell }, index) => ({ id, cell, from: before[index]?.cell ?? cell }))
    .filter(({ cell, from }) => cell !== from)
  if (moved.length > 0) {
    await noteChange(tx, projectId)
    await changeCounts(
      tx,
      projectId,
      MENTIONS,
      moved.flatMap(({ id, cell, from }) => [
        { key: id, cell: from, change: -1 },
        { key: id, cell, change: 1 },
      ]),
    )
  }
  await logChanges(tx, projectId, 'changed', after)
  await moveInIndex(tx, projectId, moved)
  await moveMembers(
    tx,
    projectId,
    before.map(({ storyId }) => storyId),
  )
}
