export interface Quota {
  readonly accountId: string
  readonly remaining: number
}

// Fits a PostgreSQL integer, and exceeds the mentions one account will ever hold.
export const QUOTA_MAX = 2_000_000_000
