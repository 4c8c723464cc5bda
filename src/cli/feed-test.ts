import { readFile, stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { readFeedAddress } from '../domain/feed-address.ts'
import type { Platform } from '../domain/platform.ts'
import type { Post } from '../domain/post.ts'
import { Problem } from '../domain/problem.ts'
import { openNewsFeed } from '../sources/feeds/read.ts'
import { FEED_BYTES_MAX, type FeedContent, readFeed } from '../sources/feeds/reply.ts'
import type { Fetch } from '../sources/source.ts'

export interface FeedTestIo {
  readonly stdout: { write(text: string): unknown }
  readonly fetch: Fetch
  readonly signal: AbortSignal
  readonly now: Date
  // Whose posts a bridge brings.
  readonly platform?: Platform | undefined
}

// Prints the entries of a feed, one JSON object per line. Stores nothing.
export async function printFeed(address: string, io: FeedTestIo): Promise<void> {
  const isAddress = /^https?:\/\/|^@|^UC[\w-]{22}$/i.test(address)
  const lines = isAddress ? await readAddress(address, io) : await readLocal(address, io)
  for (const line of lines) io.stdout.write(`${JSON.stringify(line)}\n`)
}

interface Line {
  readonly id: string
  readonly url: string
  readonly title: string
  readonly text: string
  readonly author: string
  readonly byline: string | null
  readonly publishedAt: string
  readonly language: string | null
}

async function readAddress(address: string, io: FeedTestIo): Promise<Line[]> {
  // Reads it the way the collector does, including redirects, limits and nested sitemaps.
  const request = { ...readFeedAddress(address, io.platform), label: null, cursor: null, now: io.now }
  const reading = await openNewsFeed(io.fetch).read(request, io.signal)
  return reading.posts.map(toLine)
}

async function readLocal(path: string, { now, platform = 'news' }: FeedTestIo): Promise<Line[]> {
  const { bytes, url } = await readBytes(path)
  const content: FeedContent = readFeed({ bytes, contentType: null, url, label: null, platform, now })
  if (content.kind === 'index') throw new Problem('invalid', 'The file is an index of sitemaps; test one of those.')
  return content.entries.map(({ post }) => toLine(post))
}

async function readBytes(path: string): Promise<{ bytes: Uint8Array; url: URL }> {
  try {
    const { size } = await stat(path)
    if (size > FEED_BYTES_MAX) throw new Problem('too-large', `The file is larger than ${FEED_BYTES_MAX} bytes.`)
    return { bytes: await readFile(path), url: pathToFileURL(path) }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('not-found', `"${path}" is neither an http(s) address nor a readable file.`)
  }
}

function toLine(post: Post): Line {
  // Ids that are only unique within their feed are stored with the outlet as a prefix, which is not part of the feed.
  const prefix = `${post.author.id}:`
  return {
    id: post.platformId.startsWith(prefix) ? post.platformId.slice(prefix.length) : post.platformId,
    url: post.url,
    title: post.text.split('\n', 1)[0] ?? '',
    text: post.text,
    author: post.author.displayName,
    byline: post.byline ?? null,
    publishedAt: post.publishedAt.toISOString(),
    language: post.language ?? null,
  }
}
