import type { Sentiment } from './sentiment.ts'

// What is done to everything that a filter selects.
export type BulkAction =
  | { readonly kind: 'tag' | 'untag'; readonly tag: string }
  | { readonly kind: 'sentiment'; readonly sentiment: Sentiment }
  | { readonly kind: 'hide' }

export const BULK_STATES = ['running', 'done', 'undoing', 'undone'] as const
export type BulkState = (typeof BULK_STATES)[number]

export interface BulkChange {
  readonly projectId: string
  readonly id: string
  readonly by: { readonly id: string; readonly name: string }
  readonly action: BulkAction
  // How many mentions the filter selected.
  readonly total: number
  // How many of them are done, and how many of those it made a difference to. While it is undone, both count what is undone.
  readonly done: number
  readonly changed: number
  readonly state: BulkState
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

// Mentions that one request may change.
export const BULK_MAX = 2_000_000
// So many are changed in one transaction; a change of no more is made at once.
export const BULK_BATCH = 200
// Afterwards a change cannot be undone.
export const UNDO_DAYS = 30
