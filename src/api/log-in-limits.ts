import { isIPv6 } from 'node:net'
import type { ClientKind } from '../store/accounts/known-clients.ts'
import type { AttemptLimit } from '../store/accounts/login-attempts.ts'

// So many failed attempts at once, then one per `seconds`. Successful ones do not count.
const LIMITS = {
  // One browser and one account.
  device: { attemptsMax: 10, seconds: 30 },
  // One account at an address that it has logged in from, and all such accounts of that address: people there may share it with a
  // guesser, so there is room for both.
  nameAtKnownAddress: { attemptsMax: 100, seconds: 36 },
  knownAddress: { attemptsMax: 150, seconds: 10 },
  // Everyone else.
  nameAtAddress: { attemptsMax: 5, seconds: 120 },
  address: { attemptsMax: 20, seconds: 15 },
  name: { attemptsMax: 30, seconds: 60 },
  all: { attemptsMax: 100, seconds: 0.2 },
  // The old password, which is required to set a new one.
  passwordChange: { attemptsMax: 10, seconds: 60 },
  // The password of a shared link: one link at an address, and from everywhere.
  sharedLinkAtAddress: { attemptsMax: 5, seconds: 60 },
  sharedLink: { attemptsMax: 50, seconds: 30 },
} as const

type Scope = keyof typeof LIMITS

export interface Attempt {
  // The account's id, or the typed name when there is no such account.
  readonly name: string
  readonly address: string
  readonly device: string | null
}

// The limits of a log-in, the narrowest first. A known device or address has limits that others cannot use up.
export function limitsOfLogIn(kind: ClientKind | null, { name, address, device }: Attempt): readonly AttemptLimit[] {
  if (kind === 'device') return [limit('device', name, device ?? '')]
  if (kind === 'address') return [limit('nameAtKnownAddress', name, address), limit('knownAddress', address)]
  return [limit('nameAtAddress', name, address), limit('address', address), limit('name', name), limit('all')]
}

export function limitsOfPasswordChange(accountId: string): readonly AttemptLimit[] {
  return [limit('passwordChange', accountId)]
}

export function limitsOfSharedLink(linkId: string, address: string): readonly AttemptLimit[] {
  return [limit('sharedLinkAtAddress', linkId, address), limit('sharedLink', linkId)]
}

function limit(scope: Scope, ...key: string[]): AttemptLimit {
  return { scope, key: JSON.stringify(key), ...LIMITS[scope] }
}

const GROUPS = 8
const NETWORK_GROUPS = 4

// The network that stands for a client: an IPv4 address, or the /64 of an IPv6 address, all of which one subscriber has.
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const groups = [...left, ...new Array<string>(Math.max(GROUPS - left.length - right.length, 0)).fill('0'), ...right]
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
