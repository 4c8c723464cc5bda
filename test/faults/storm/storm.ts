import type { Pool } from '../../../src/store/db.ts'
import type { Random } from '../../platforms/content.ts'
import type { Reply } from '../../processes/service.ts'
import { until } from '../../processes/until.ts'

// What the actors of a storm share: how they reach the service, and what has been acknowledged so far.

export interface Person {
  readonly id: string
  readonly token: string
}

// A change is made when its response arrived. Otherwise it may have happened or not: as a whole.
// biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
export type Answer = { readonly made: true; readonly body: any } | { readonly made: false }

// The machine may be busy with anything else.
const WAIT_MS_MAX = 600_000

// Waits for what must become true once nothing fails any more.
export function settled(what: string, holds: () => Promise<boolean>): Promise<void> {
  return until(what, holds, WAIT_MS_MAX)
}

export interface Change {
  // Its name in the printed figures.
  readonly what: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  // The status that says that an earlier attempt made it.
  readonly doneBefore?: number
  // False when no check at the end would find that it is lost.
  readonly isRemembered?: false
}

export interface Storm {
  readonly random: Random
  // Survives lost connections only because `steadily` repeats.
  readonly pool: Pool
  // How many changes of each kind were acknowledged, and how many were sent without a response.
  readonly acknowledged: Map<string, number>
  readonly unanswered: Map<string, number>
  // Resolves in the moment in which the next change that is remembered is acknowledged.
  acknowledgement(): Promise<void>
  change(person: Person, change: Change): Promise<Answer>
  // Repeats a change that is the same when it is made twice, until it is acknowledged.
  insist(person: Person, change: Change): Promise<unknown>
  // Repeats a reading until there is a response.
  // biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
  read(person: Person, path: string): Promise<any>
  // The same without an account, whatever the status is.
  look(path: string): Promise<Reply>
  // Loads rows into a project, repeated until it is acknowledged: each row is stored once, however often it was sent.
  load(person: Person, projectId: string, rows: readonly PostRow[]): Promise<void>
  // Repeats a statement until the database answers.
  steadily<T>(work: (pool: Pool) => Promise<T>): Promise<T>
  isOpen(): boolean
  // What is still being repeated fails.
  close(): Promise<void>
}

export interface PostRow {
  readonly platform: 'twitter'
  readonly id: string
  readonly text: string
  readonly published_at: string
}

// Someone who uses the service, and remembers what was acknowledged.
export interface Actor {
  readonly name: string
  step(): Promise<void>
  // Afterwards, when nothing fails any more: throws when something acknowledged is lost, or something is there twice.
  check(): Promise<void>
}

let serial = 0

// A post that contains the words. No two have the same text.
export function aPost(words: string, minutesAgo = 1): PostRow {
  const number = serial++
  return {
    platform: 'twitter',
    id: `kiriman${number}`,
    text: `${words} kiriman${number} di desa ${number * 31} kata warga ${(number * 7_919) % 100_003}`,
    published_at: new Date(Date.now() - minutesAgo * 60_000 - number).toISOString(),
  }
}

export function posts(total: number, words: string, minutesAgo?: number): PostRow[] {
  return Array.from({ length: total }, () => aPost(words, minutesAgo))
}

export function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}
