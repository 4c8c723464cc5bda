import { noteChange } from '../mentions/changed.ts'
import { checkStories, repairStories } from '../mentions/story-check.ts'
import { checkSearchIndex } from '../search/check.ts'
import { rebuildSearchIndex } from '../search/rebuild.ts'
import { checkSummaries } from '../summaries/recount.ts'
import type { Check } from './check.ts'

// Sizes, authors, leads and lists of every story.
export const STORY_CHECK: Check = {
  name: 'stories',
  async check(db, projectId) {
    const differences = await checkStories(db, projectId)
    return differences.map(({ subject, field, stored, recounted }) => ({
      what: `${subject}, ${field}`,
      stored,
      counted: recounted,
    }))
  },
  repair: (tx, projectId, { storyRules }) => repairStories(tx, projectId, storyRules),
}

// The search index against the mentions. A repair builds it again: filters stay exact meanwhile. What was counted before was wrong.
export const SEARCH_CHECK: Check = {
  name: 'search index',
  async check(db, projectId) {
    const counts = await checkSearchIndex(db, projectId)
    return Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => ({ what: `mentions that are ${what}`, stored: count, counted: 0 }))
  },
  async repair(tx, projectId) {
    await rebuildSearchIndex(tx, projectId)
    await noteChange(tx, projectId)
  },
}

// Every number of every summary whose mentions have not been changed since. A summary is not rewritten: people may have quoted it.
export const SUMMARY_CHECK: Check = {
  name: 'summaries',
  async check(db, projectId) {
    const differences = await checkSummaries(db, projectId)
    return differences.map(({ summaryId, fact, counted, reason }) => ({
      what: `summary ${summaryId}, ${fact.kind}, ${reason}`,
      stored: fact.value,
      counted,
    }))
  },
}
