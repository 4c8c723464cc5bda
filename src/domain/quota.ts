export interface Quota {
  readonly accountId: string
  readonly remaining: number
}

// PostgreSQL's integer; also more mentions than one account will ever hold.
export const QUOTA_MAX = 2_000_000_000
