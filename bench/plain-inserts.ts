import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { cellOf } from '../src/domain/cell.ts'
import { chargeQuota } from '../src/store/accounts/quota.ts'
import { openClient, type Pool } from '../src/store/db.ts'
import { mentionId } from '../src/store/ids.ts'
import { changeCounts, MENTIONS } from '../src/store/mentions/counts.ts'
import type { Incoming } from '../src/store/mentions/incoming.ts'
import { insertMentions } from '../src/store/mentions/rows.ts'
import type { Owner } from './fixture.ts'

// The same posts as plain rows, to measure what storing alone costs.
export type PlainRow = readonly [id: string, at: string, text: string, url: string, author: string]

export function toRows(incoming: readonly Incoming[], batch: number): PlainRow[] {
  return incoming.map(({ post }) => [
    `${batch} ${post.platformId}`,
    post.publishedAt.toISOString(),
    post.text,
    post.url,
    post.author.username,
  ])
}

const COLUMNS = 'platform_id text, published_at timestamptz, text text, url text, author text'

// The lower bound: no key, no index, nothing counted.
export async function copyRows(pool: Pool, rows: readonly PlainRow[]): Promise<void> {
  await pool.script(`create table if not exists raw_post (${COLUMNS})`)
  const lines = rows.map((row) => `${row.map(toField).join('\t')}\n`)
  const client = await openClient(pool.url)
  await pipeline(Readable.from([lines.join('')]), client.query(copyFrom('copy raw_post from stdin')))
  await client.end()
}

// The upper bound: a statement and a transaction per row, into a table with the keys that mentions need.
export async function insertOneByOne(pool: Pool, projectId: string, rows: readonly PlainRow[]): Promise<void> {
  await pool.script(
    `create table if not exists plain_post (project_id uuid, ${COLUMNS}, unique (project_id, platform_id))`,
  )
  for (const [id, at, text, url, author] of rows) {
    await pool`insert into plain_post values (${projectId}, ${id}, ${at}, ${text}, ${url}, ${author}) on conflict do nothing`
  }
}

// Mentions with their indexes, counts and charge only: no lookup of known posts, no stories, no search index.
export async function insertCounted(pool: Pool, owner: Owner, incoming: readonly Incoming[]): Promise<void> {
  const { projectId } = owner
  const mentions = incoming
    .map((item) => {
      const { platform, platformId, publishedAt } = item.post
      const id = mentionId(projectId, platform, platformId, publishedAt)
      return { ...item, id, cell: cellOf(platform, item.sentiment) }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const ids = mentions.map(({ id }) => id)
  const changes = mentions.map(({ id, cell }) => ({ key: id, cell, change: 1 }))
  await pool.begin(async (tx) => {
    await insertMentions(tx, projectId, mentions, ids)
    await changeCounts(tx, projectId, MENTIONS, changes)
    await chargeQuota(tx, { ...owner, jobId: null }, mentions.length)
  })
}

function toField(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
