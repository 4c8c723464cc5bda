export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

// A user who logs in. (The writer of a post is its author, never an account.)
export interface Account {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly disabled: boolean
}
