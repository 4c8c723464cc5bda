import type { FeedState } from '../domain/feed.ts'
import type { ClaimedFeed, NextAddress } from '../store/collecting/feeds.ts'

type Addresses = Pick<ClaimedFeed, 'address' | 'alternatives' | 'readAddress' | 'goneAddresses'>

// How often in a row an address must fail before the next one is tried: a server may be down for a while.
export const FAILURES_MAX = 3
// States in which an address responds and is of no use.
const USELESS: ReadonlySet<FeedState> = new Set(['stale', 'empty'])

export interface AddressOutcome {
  readonly state: FeedState
  readonly failures: number
  // The address that was read was removed for good.
  readonly isGone: boolean
}

export function currentAddress({ address, readAddress }: Addresses): string {
  return readAddress ?? address
}

// Chooses the address to read next: the same one, or the next one that is not gone, in order and round again.
export function nextAddress(feed: Addresses, { state, failures, isGone }: AddressOutcome): NextAddress {
  const current = currentAddress(feed)
  const goneAddresses = isGone ? [...feed.goneAddresses, current] : feed.goneAddresses
  const stay = { readAddress: feed.readAddress, goneAddresses, isSwitched: false }
  if (!isGone && failures < FAILURES_MAX && !USELESS.has(state)) return stay
  const all = [feed.address, ...feed.alternatives]
  const at = all.indexOf(current)
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find((address) => !goneAddresses.includes(address))
  if (next === undefined) return stay
  return { readAddress: next === feed.address ? null : next, goneAddresses, isSwitched: true }
}

// While alternatives are left that were not tried since the last success, the next one is tried soon.
export function hasUntried(feed: Addresses, failures: number): boolean {
  return failures < FAILURES_MAX + feed.alternatives.length
}
