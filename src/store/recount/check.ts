import type { Db } from '../db.ts'
import type { StoryRules } from '../mentions/stories.ts'

// A stored number that is not what counting the rows yields.
export interface Difference {
  readonly what: string
  readonly stored: number | string
  readonly counted: number | string
}

// What a repair may need to derive rows anew.
export interface RepairRules {
  readonly storyRules: StoryRules
}

// Compares stored numbers with the rows they are of. `id` is a project or an account. `check` runs in a snapshot or under the lock of
// its subject; what else changes meanwhile must be read in one statement. `repair` makes the stored numbers agree; without it, the rows
// do not say what is right.
export interface Check {
  readonly name: string
  check(db: Db, id: string): Promise<Difference[]>
  repair?(tx: Db, id: string, rules: RepairRules): Promise<void>
}
