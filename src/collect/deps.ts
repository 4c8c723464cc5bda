import type { Focus } from '../analyse/long-text.ts'
import type { Entity } from '../domain/entity.ts'
import type { PostKind } from '../domain/post.ts'
import type { ModelJudgement } from '../domain/sentiment.ts'
import type { Sources } from '../sources/index.ts'
import type { Pool } from '../store/db.ts'

export interface CollectSettings {
  readonly timeZone: string
  // Time between two scheduled runs of an auto project.
  readonly intervalSeconds: number
  // Time between two polls of a feed that always has new posts; quiet feeds are polled less often.
  readonly feedSeconds: number
  readonly archiveDays: number
  // 0 keeps mentions forever.
  readonly mentionDays?: number
}

export interface Classification extends ModelJudgement {
  // BCP-47, or `und`.
  readonly language: string
  // What the text names; none where names are not read.
  readonly entities?: readonly Entity[]
}

// With `focus`, the sentiment alone, of what a text says of the terms that matched it. Otherwise that of the whole `text`.
export interface Classify {
  (text: string, kind: PostKind): Classification
  (text: string, kind: PostKind, focus: Focus): ModelJudgement
}

export interface CollectDeps {
  readonly pool: Pool
  readonly sources: Sources
  readonly classify: Classify
  readonly settings: CollectSettings
}

export const BATCH_MAX = 500
