import type { Config } from '../config.ts'
import type { Feed } from '../domain/feed.ts'
import { readFeedAddress } from '../domain/feed-address.ts'
import { isPlatform, PLATFORMS, type Platform } from '../domain/platform.ts'
import { Problem } from '../domain/problem.ts'
import { openFetch } from '../sources/http/fetch.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addFeed, findFeed, listFeeds, removeFeed } from '../store/collecting/feeds.ts'
import type { Pool } from '../store/db.ts'
import { defineCommand, defineGroup } from './command.ts'
import { withDatabase } from './database.ts'
import { checkAllFeeds } from './feed-check.ts'
import { printFeed } from './feed-test.ts'
import { loadConfig } from './load-config.ts'

const LIST_MAX = 10_000
const TEST_MS_MAX = 60_000

const USAGE = `pantau feed <add|check|list|remove|test>

  add <address>             read a feed from now on; an address that is known is changed
  check                     read every feed once and print which of them work
  list                      all feeds with their state
  remove <address or id>    stop reading a feed; a shipped outlet is switched off
  test <address or file>    print the entries of a feed; nothing is stored

Feeds are RSS, Atom, RDF, JSON Feed or news sitemaps. \`pantau feed <subcommand> --help\` says more.

  pantau feed add https://example.org/rss --name 'Example'`

export const feedCommand = defineGroup(USAGE, {
  add: defineCommand({
    usage: `pantau feed add <address> [--platform <platform>] [--name <name>] [--off]

Adds a feed, or changes one that is known. A shipped outlet that was removed is switched on again; --off switches it off.
A YouTube channel may be given by its address, its handle or its id. --platform says whose posts a bridge brings:
${PLATFORMS.join(', ')}.

  pantau feed add https://example.org/rss --name 'Example'
  pantau feed add @example
  pantau feed add https://rsshub.example.org/twitter/user/example --platform twitter`,
    options: { name: { type: 'string' }, platform: { type: 'string' }, off: { type: 'boolean', default: false } },
    arguments: ['address'],
    run: ({ values, args: [address = ''] }) => withDatabase(loadConfig(), (pool) => add(pool, address, values)),
  }),
  check: defineCommand({
    usage: `pantau feed check [--save]

Reads every feed that is switched on once, politely, and where it does not work its alternative addresses in order. Prints a table
of what responded. --save stores the result: the addresses that work are read from now on.

  pantau feed check --save`,
    options: { save: { type: 'boolean', default: false } },
    arguments: [],
    run: ({ values: { save } }) => {
      const config = loadConfig()
      return withDatabase(config, (pool) => checkAllFeeds(config, pool, { stdout: process.stdout, save }))
    },
  }),
  list: defineCommand({
    usage: `pantau feed list

Prints id, platform, state, number of posts, newest post, name, address and detail, separated by tabs.

  pantau feed list`,
    options: {},
    arguments: [],
    run: () => withDatabase(loadConfig(), printFeeds),
  }),
  remove: defineCommand({
    usage: `pantau feed remove <address or id>

Stops reading a feed. A shipped outlet is switched off, because the next start would add it again.

  pantau feed remove https://example.org/rss`,
    options: {},
    arguments: ['address or id'],
    run: ({ args: [feed = ''] }) => withDatabase(loadConfig(), (pool) => remove(pool, feed)),
  }),
  test: defineCommand({
    usage: `pantau feed test <address or file> [--platform <platform>]

Prints what is read of a feed, one JSON object per line. Nothing is stored.

  pantau feed test https://example.org/rss`,
    options: { platform: { type: 'string' } },
    arguments: ['address or file'],
    run: ({ values: { platform }, args: [address = ''] }) => testFeed(loadConfig(), address, readPlatform(platform)),
  }),
})

async function add(
  pool: Pool,
  address: string,
  values: { readonly name?: string | undefined; readonly platform?: string | undefined; readonly off: boolean },
): Promise<number> {
  const read = readFeedAddress(address, readPlatform(values.platform))
  const feed = await pool.begin(async (tx) => {
    const added = await addFeed(tx, { source: 'news', ...read, name: values.name, enabled: !values.off })
    await addAudit(tx, { accountId: null, action: 'feed.add', subject: added.id, detail: { ...read } })
    return added
  })
  process.stdout.write(`${lineOf(feed)}\n`)
  return 0
}

function readPlatform(name: string | undefined): Platform | undefined {
  if (name === undefined || isPlatform(name)) return name
  const advice = name === 'telegram' ? ' A Telegram channel is added as news.' : ''
  throw new Problem('invalid', `--platform must be one of ${PLATFORMS.join(', ')}.${advice}`)
}

async function remove(pool: Pool, addressOrId: string): Promise<number> {
  const id = (await findFeed(pool, 'news', addressOf(addressOrId)))?.id ?? addressOrId
  const outcome = await pool.begin(async (tx) => {
    const removed = await removeFeed(tx, id)
    if (removed !== null) await addAudit(tx, { accountId: null, action: 'feed.remove', subject: id })
    return removed
  })
  if (outcome === null) throw new Problem('not-found', `There is no feed "${addressOrId}".`)
  process.stdout.write(`${addressOrId}: ${outcome}\n`)
  return 0
}

// As it was added: a channel's handle stands for its address.
function addressOf(addressOrId: string): string {
  try {
    return readFeedAddress(addressOrId, undefined).address
  } catch {
    return addressOrId
  }
}

async function printFeeds(pool: Pool): Promise<number> {
  const { feeds } = await listFeeds(pool, 1, LIST_MAX)
  for (const feed of feeds) process.stdout.write(`${lineOf(feed)}\n`)
  return 0
}

function lineOf(feed: Feed): string {
  const state = feed.enabled ? feed.state : 'off'
  const newest = feed.lastPostAt?.toISOString() ?? '-'
  return [feed.id, feed.platform, state, String(feed.posts), newest, feed.name, feed.address, feed.detail ?? '']
    .join('\t')
    .trimEnd()
}

// An address typed by a user follows the same rule as one the collector polls: private networks only if that is allowed.
async function testFeed(config: Config, address: string, platform: Platform | undefined): Promise<number> {
  const fetch = openFetch({
    userAgent: 'Pantau (feed test)',
    allowPrivate: config.collect.allowPrivateNetwork,
    hostSpacingMs: 0,
  })
  const signal = AbortSignal.timeout(TEST_MS_MAX)
  await printFeed(address, { stdout: process.stdout, fetch, signal, now: new Date(), platform })
  return 0
}
