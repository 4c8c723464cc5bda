// Whose projects an operation may reach: all of an account (its id), or those of them that an API key is limited to. What takes an
// `Owner` keeps to the limit; what takes the id of an account cannot be given a limited one.
export type Owner = string | LimitedOwner

export interface LimitedOwner {
  readonly accountId: string
  readonly projects: readonly string[]
}

export function accountIdOf(owner: Owner): string {
  return typeof owner === 'string' ? owner : owner.accountId
}

// Whether the limit lets this project through; who owns the project is not checked.
export function reaches(owner: Owner, projectId: string): boolean {
  return typeof owner === 'string' || owner.projects.includes(projectId.toLowerCase())
}
