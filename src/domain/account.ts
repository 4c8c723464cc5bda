export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

// Someone who logs in. (Who wrote a post is its author, never an account.)
export interface Account {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly disabled: boolean
}
