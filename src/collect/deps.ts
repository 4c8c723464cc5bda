import type { Sources } from '../sources/index.ts'
import type { Pool } from '../store/db.ts'
import type { Classifier } from './classifier.ts'

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

export interface CollectDeps {
  readonly pool: Pool
  readonly sources: Sources
  readonly classifier: Classifier
  readonly settings: CollectSettings
}

export const BATCH_MAX = 500
