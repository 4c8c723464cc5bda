import ipaddr from 'ipaddr.js'
import type { Fault } from '../../domain/reason.ts'
import { SourceError } from '../source.ts'
import { redactUrl } from './redact.ts'

// Prevents requests to the operator's own network through untrusted addresses (feeds, links in feeds, redirects). Addresses
// are checked before any packet is sent, and the connection then goes to exactly the addresses that were checked.

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

// Resolves a name to all its addresses. It is called once per request: a second lookup could return other addresses.
export type Lookup = (hostname: string) => Promise<readonly Address[]>

const PORTS = new Set(['', '80', '443'])
// Names that never belong to the public internet, whatever they resolve to.
const PRIVATE_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/
const NAME_MAX = 253

// The reason why an address is refused, or null. With `open` it may be private: any port, any host.
export function refusalOf(url: URL, { open }: { open: boolean }): Fault | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { message: 'only http and https are allowed', reason: ['urlProtocol'] }
  if (url.username !== '' || url.password !== '')
    return { message: 'credentials in an address are not allowed', reason: ['urlCredentials'] }
  if (open) return null
  if (!PORTS.has(url.port)) return { message: 'only the ports 80 and 443 are allowed', reason: ['urlPort'] }
  const literal = literalOf(url.hostname)
  if (literal !== null)
    return isPublicAddress(literal) ? null : { message: 'it is not a public address', reason: ['urlPrivate'] }
  return isPublicName(url.hostname) ? null : { message: 'it is not a public name', reason: ['urlPrivate'] }
}

// The addresses to connect to, all of them checked. Throws when even one is not public: a name that resolves to both kinds is
// an attack or a mistake, and picking the public one would trust the resolver.
export async function checkedAddresses(url: URL, lookup: Lookup, { open }: { open: boolean }): Promise<Address[]> {
  const refusal = refusalOf(url, { open })
  if (refusal !== null) throw refused(url, refusal.message)
  const literal = literalOf(url.hostname)
  if (literal !== null) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
  const addresses = await lookup(bareName(url.hostname))
  if (addresses.length === 0) throw new SourceError('network', `${redactUrl(url)}: the host name has no address`)
  const bad = open ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
  if (bad !== undefined) throw refused(url, 'its name resolves to an address that is not public')
  return [...addresses]
}

// True for globally routed unicast addresses. An address that cannot be parsed is not public.
export function isPublicAddress(text: string): boolean {
  // A zone id belongs to a link-local address, which refers to this machine's own links.
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // In IPv6 only 2000::/3 is allocated to public hosts; everything else is reserved.
  return address.kind() === 'ipv4' || (Number(address.toByteArray()[0]) & 0xe0) === 0x20
}

// A lookup for `net.connect` and `tls.connect` that returns the checked addresses for every name.
export function pinnedLookup(addresses: readonly Address[]) {
  return (_hostname: string, options: { all?: boolean | undefined }, done: PinnedDone): void => {
    const [first] = addresses
    if (first === undefined) done(new Error('no checked address'), '', 0)
    else if (options.all === true) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

type PinnedDone = (error: Error | null, address: string | Address[], family?: number) => void

function refused(url: URL, reason: string): SourceError {
  return new SourceError('network', `${redactUrl(url)}: refused, ${reason}`)
}

// `URL` has already normalised 0x7f.1, 2130706433, 0177.1 and 127.1 to dotted form; brackets mark IPv6.
function literalOf(hostname: string): string | null {
  const bare = bareName(hostname).replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : null
}

// `URL` has already made it lower case.
function bareName(hostname: string): string {
  return hostname.replace(/\.+$/, '')
}

function isPublicName(hostname: string): boolean {
  const name = bareName(hostname)
  return name.length <= NAME_MAX && name.includes('.') && !PRIVATE_NAMES.test(name)
}
