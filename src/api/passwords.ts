import { hash, verify } from '@node-rs/argon2'
import { passwordFault } from '../domain/password.ts'
import { Refusal } from '../domain/problem.ts'
import { Limiter } from './limiter.ts'

// argon2id with the cost that OWASP names first: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Who waits for a password to be hashed, the first served first. A flood of guesses from unknown clients delays neither people with a
// session nor devices and addresses that have logged in before.
export const RANKS = { device: 0, address: 1, unknown: 2 } as const
export type Rank = (typeof RANKS)[keyof typeof RANKS]

// Hashing runs on the threads of the process, of which there are four: half of them stay free for everything else.
const hashing = new Limiter({ concurrentMax: 2, queueMax: 120, waitMsMax: 10_000 }, Object.keys(RANKS).length)

let checks = 0

// How many passwords this process has checked.
export function countPasswordChecks(): number {
  return checks
}

export function hashPassword(password: string): Promise<string> {
  return limited(RANKS.device, () => hash(password, COST))
}

// An unknown user costs the same time as a wrong password, so that names cannot be found by the clock.
export async function checkPassword(password: string, passwordHash: string | null, rank: Rank): Promise<boolean> {
  // Made at the first check of any user, so that the time it takes does not depend on whether the user exists.
  unknownUser ??= hash('no user has this password', COST)
  const compared = passwordHash ?? (await unknownUser)
  const right = await limited(rank, () => {
    checks += 1
    return verify(compared, password)
  })
  return right && passwordHash !== null
}

let unknownUser: Promise<string> | undefined

// Refuses a new password that breaks a rule; the message begins with the name of its field.
export function refuseWeakPassword(field: string, password: string, username: string): void {
  const fault = passwordFault(password, username)
  if (fault !== null) throw new Refusal('invalid', `${field} ${fault.message}.`, fault.reason)
}

async function limited<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
  const release = await hashing.acquire(rank)
  try {
    return await work()
  } finally {
    release()
  }
}
