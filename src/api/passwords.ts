import { hash, verify } from '@node-rs/argon2'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 1_000

// argon2id with the cost that OWASP names first: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

// An unknown user costs the same time as a wrong password, so that names cannot be found by the clock.
export async function checkPassword(password: string, passwordHash: string | null): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password)
  unknownUser ??= hashPassword('nobody has this password')
  await verify(await unknownUser, password)
  return false
}

let unknownUser: Promise<string> | undefined
