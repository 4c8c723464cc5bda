import type { BulkChange } from '../../domain/bulk.ts'
import type { Db } from '../db.ts'
import { correctMentions, readCorrected, restoreCorrected } from './correct.ts'
import { hideMentions, showMentions } from './hiding.ts'
import type { StoryRules } from './stories.ts'
import { tagMentions, untagMentions } from './tags.ts'

// What undoing a correction restores, as it is stored.
type Earlier = Parameters<typeof restoreCorrected>[2]

export interface Applied {
  // Those that the action made a difference to.
  readonly changed: readonly string[]
  // What undoing needs to know of them; null when it needs nothing.
  readonly before: unknown
}

// Applies the action to mentions. One that is hidden or gone by now is left alone. The caller holds the project's row lock.
export async function applyAction(
  tx: Db,
  { projectId, action, by }: BulkChange,
  { ids, at }: { readonly ids: readonly string[]; readonly at: Date },
  storyRules: StoryRules,
): Promise<Applied> {
  switch (action.kind) {
    case 'tag':
      return { changed: await tagMentions(tx, projectId, ids, action.tag), before: null }
    case 'untag':
      return { changed: await untagMentions(tx, projectId, ids, action.tag), before: null }
    case 'hide':
      return { changed: await hideMentions(tx, { projectId, ids, by: by.id, at }, storyRules), before: null }
    case 'sentiment': {
      const { sentiment } = action
      // One that the model judged the same is confirmed; one that a person set the same is left alone.
      const others = (await readCorrected(tx, projectId, ids)).filter(
        ({ cell, correctedAt }) => (cell % 3) - 1 !== sentiment || correctedAt === null,
      )
      const changed = others.map(({ id }) => id)
      return { changed, before: await correctMentions(tx, projectId, changed, { sentiment, by, at }) }
    }
  }
}

// Reverses the action for mentions that it changed, where they are still as it left them. Returns how many those are.
export async function undoAction(
  tx: Db,
  { projectId, action, by }: BulkChange,
  { ids, at, before }: { readonly ids: readonly string[]; readonly at: Date; readonly before: unknown },
  storyRules: StoryRules,
): Promise<number> {
  switch (action.kind) {
    case 'tag':
      return (await untagMentions(tx, projectId, ids, action.tag)).length
    case 'untag':
      return (await tagMentions(tx, projectId, ids, action.tag)).length
    case 'hide':
      return (await showMentions(tx, { projectId, ids, hiddenAt: at }, storyRules)).length
    case 'sentiment':
      return (await restoreCorrected(tx, projectId, before as Earlier, { by, at })).length
  }
}
