import { PLATFORM_ROWS, type Platform } from './platform.ts'
import type { Post } from './post.ts'

export interface PostAddress {
  readonly platform: Platform
  // Null for a profile, a short link or an unknown form.
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

// The id of a post that also has an id of its source. Meta's API numbers posts in ways that their addresses do not show: media of
// Instagram have a number beside the code in their address, and posts of Facebook are `page_post`. What all sources know is the code,
// and the number of the post. An address with `pfbid` hides that number.
export function postIdOf({ platform, kind, platformId, url }: IdentifiedPost): string {
  if (platform !== 'instagram' && platform !== 'facebook') return platformId
  if (kind === 'comment' || platformId.startsWith('comment:')) return platformId
  const address = readPostAddress(url)
  const linked = address?.platform === platform ? address.id : null
  if (platform === 'instagram') return linked !== null && /^[\w-]+$/.test(linked) ? linked : platformId
  if (linked !== null && /^\d+$/.test(linked)) return linked
  return platformId.replace(/^\d+_(?=\d+$)/, '')
}

type IdentifiedPost = Pick<Post, 'platform' | 'kind' | 'platformId' | 'url'>

// `m.`, `www.`, `mobile.` and language subdomains such as `id-id.` lead to the same posts.
function rowOf(hostname: string): (typeof PLATFORM_ROWS)[number] | null {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return BY_HOST.get(host) ?? BY_HOST.get(host.split('.').slice(-2).join('.')) ?? null
}

// Comments are numbered apart from posts.
function idOf({ id, comment }: Readonly<Record<string, string | undefined>>): string | null {
  return comment === undefined ? (id ?? null) : `comment:${comment}`
}
