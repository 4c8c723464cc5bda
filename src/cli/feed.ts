import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { FEED_ADDRESS_MAX, type Feed } from '../domain/feed.ts'
import { Problem } from '../domain/problem.ts'
import { openFetch } from '../sources/http/fetch.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addFeed, findFeed, listFeeds, removeFeed } from '../store/collecting/feeds.ts'
import type { Pool } from '../store/db.ts'
import { withDatabase } from './database.ts'
import { feedTestCommand } from './feed-test.ts'

const HELP = `pantau feed add <address> [--name <name>] [--off]
pantau feed list
pantau feed remove <address or id>
pantau feed test <address or file>

Feeds are RSS, Atom, RDF, JSON Feed or news sitemaps. "remove" disables a shipped outlet and "add" enables it again.
`
const LIST_MAX = 10_000
const TEST_MS_MAX = 60_000

export async function feedCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, off: { type: 'boolean', default: false } },
  })
  const [action, address = ''] = positionals
  const config = readConfig(process.env)
  if (action === 'test') return testFeed(config, positionals.slice(1))
  if (action === 'list') return withDatabase(config, printFeeds)
  if (action === 'add' && address !== '') return withDatabase(config, (pool) => add(pool, address, values))
  if (action === 'remove' && address !== '') return withDatabase(config, (pool) => remove(pool, address))
  process.stderr.write(HELP)
  return 2
}

async function add(pool: Pool, address: string, values: { name?: string; off: boolean }): Promise<number> {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || address.length > FEED_ADDRESS_MAX) {
    throw new Problem(
      'invalid',
      `"${address}" is not an http or https address of at most ${FEED_ADDRESS_MAX} characters.`,
    )
  }
  const feed = await pool.begin(async (tx) => {
    const added = await addFeed(tx, { source: 'news', address: url.href, name: values.name, enabled: !values.off })
    await addAudit(tx, { accountId: null, action: 'feed.add', subject: added.id, detail: { address: url.href } })
    return added
  })
  process.stdout.write(`${lineOf(feed)}\n`)
  return 0
}

async function remove(pool: Pool, addressOrId: string): Promise<number> {
  const address = URL.parse(addressOrId)?.href ?? addressOrId
  const id = (await findFeed(pool, 'news', address))?.id ?? addressOrId
  const outcome = await pool.begin(async (tx) => {
    const removed = await removeFeed(tx, id)
    if (removed !== null) await addAudit(tx, { accountId: null, action: 'feed.remove', subject: id })
    return removed
  })
  if (outcome === null) throw new Problem('not-found', `There is no feed "${addressOrId}".`)
  process.stdout.write(`${addressOrId}: ${outcome}\n`)
  return 0
}

async function printFeeds(pool: Pool): Promise<number> {
  const { feeds } = await listFeeds(pool, 1, LIST_MAX)
  for (const feed of feeds) process.stdout.write(`${lineOf(feed)}\n`)
  return 0
}

function lineOf(feed: Feed): string {
  const state = feed.enabled ? feed.state : 'off'
  const newest = feed.lastPostAt?.toISOString() ?? '-'
  return [feed.id, feed.source, state, String(feed.posts), newest, feed.name, feed.address, feed.detail ?? '']
    .join('\t')
    .trimEnd()
}

// An address typed by a user follows the same rule as one the collector polls: private networks only if that is allowed.
async function testFeed(config: Config, args: readonly string[]): Promise<number> {
  const fetch = openFetch({
    userAgent: 'Pantau (feed test)',
    allowPrivate: config.collect.allowPrivateNetwork,
    hostSpacingMs: 0,
  })
  const signal = AbortSignal.timeout(TEST_MS_MAX)
  await feedTestCommand(args, { stdout: process.stdout, fetch, signal, now: new Date() })
  return 0
}
