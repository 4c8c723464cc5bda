import { PLATFORM_ROWS, type Platform } from './platform.ts'

export interface PostAddress {
  readonly platform: Platform
  // As the platform's own API gives it where the address contains it; null for a profile, a short link or an unknown form.
  readonly id: string | null
  readonly user: string | null
}

const BY_HOST: ReadonlyMap<string, (typeof PLATFORM_ROWS)[number]> = new Map(
  PLATFORM_ROWS.flatMap((row) => row.hosts.map((host) => [host, row] as const)),
)

// Reads platform, id and user name from the address of a post, so that the same post from a bridge, an API and a file is one
// mention. Null when the host belongs to no platform of ours.
export function readPostAddress(address: string): PostAddress | null {
  const url = URL.parse(address.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const row = rowOf(url.hostname)
  if (row === null) return null
  const path = `${url.pathname}${url.search}`
  for (const pattern of row.addresses) {
    const found = pattern.exec(path)?.groups
    if (found !== undefined) return { platform: row.id, id: idOf(found), user: found.user ?? null }
  }
  return { platform: row.id, id: null, user: null }
}

// `m.`, `www.`, `mobile.` and language subdomains such as `id-id.` lead to the same posts.
function rowOf(hostname: string): (typeof PLATFORM_ROWS)[number] | null {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return BY_HOST.get(host) ?? BY_HOST.get(host.split('.').slice(-2).join('.')) ?? null
}

// Facebook numbers the posts of a page within the page; comments are numbered apart from posts.
function idOf({ id, page, comment }: Readonly<Record<string, string | undefined>>): string | null {
  if (comment !== undefined) return `comment:${comment}`
  if (id === undefined) return null
  return page === undefined ? id : `${page}_${id}`
}
