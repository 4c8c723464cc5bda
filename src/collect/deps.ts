import type { Sentiment } from '../domain/sentiment.ts'
import type { Sources } from '../sources/index.ts'
import type { Pool } from '../store/db.ts'

// What collecting is told by whoever wires it.
export interface CollectSettings {
  readonly timeZone: string
  // Between two scheduled runs of an auto project.
  readonly intervalSeconds: number
  // Between two readings of a feed that always brings something; quiet feeds are read less often.
  readonly feedSeconds: number
  readonly archiveDays: number
  // 0 keeps mentions for ever.
  readonly mentionDays?: number
}

export interface Judgement {
  readonly sentiment: Sentiment
  readonly confidence: number
  // BCP-47, or `und`.
  readonly language: string
}

export interface CollectDeps {
  readonly pool: Pool
  readonly sources: Sources
  readonly classify: (text: string) => Judgement
  readonly settings: CollectSettings
}

export const BATCH_MAX = 500
