import type { Account } from './account.ts'

// What a key permits. `collect` is what spends the quota, `admin` what needs the role admin: only administrators can give it.
export const SCOPES = ['read', 'write', 'collect', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

export const KEYS_MAX = 100
export const KEY_PROJECTS_MAX = 100

// A key that a program sent.
export interface ApiKey {
  readonly id: string
  readonly account: Account
  readonly scopes: readonly Scope[]
  // Null: all projects of the account.
  readonly projects: readonly string[] | null
}
