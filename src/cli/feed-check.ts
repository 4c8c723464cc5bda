import { type CheckedFeed, checkFeeds } from '../collect/feed-check.ts'
import type { Config } from '../config.ts'
import { WORKING_STATES } from '../domain/feed-trial.ts'
import { openNewsFeed } from '../sources/feeds/read.ts'
import { openFetch } from '../sources/http/fetch.ts'
import { listFeeds, saveChecks } from '../store/collecting/feeds.ts'
import type { Pool } from '../store/db.ts'
import { VERSION } from '../version.ts'
import { seedShipped } from './wire-work.ts'

const LIST_MAX = 10_000
const CHECK_MS_MAX = 15 * 60_000
const HEAD = ['STATE', 'ENTRIES', 'NEWEST', 'NAME', 'ADDRESS']

export interface FeedCheckIo {
  readonly stdout: { write(text: string): unknown }
  readonly save: boolean
}

// Reads all web feeds once and prints what responded. With `save` the result is stored.
export async function checkAllFeeds(config: Config, pool: Pool, { stdout, save }: FeedCheckIo): Promise<number> {
  await seedShipped(config, pool)
  const { collect } = config
  const contact = collect.contact === '' ? '' : `; ${collect.contact}`
  const fetch = openFetch({
    userAgent: `Pantau/${VERSION} (feed check${contact})`,
    allowPrivate: collect.allowPrivateNetwork,
    hostSpacingMs: collect.hostSpacingMs,
  })
  const { feeds } = await listFeeds(pool, 1, LIST_MAX)
  const wanted = feeds.filter(({ source, enabled }) => source === 'news' && enabled)
  const checked: CheckedFeed[] = []
  await checkFeeds(openNewsFeed(fetch), wanted, AbortSignal.timeout(CHECK_MS_MAX), (one) => checked.push(one))
  checked.sort((a, b) => a.feed.name.localeCompare(b.feed.name) || (a.feed.id < b.feed.id ? -1 : 1))
  stdout.write(tableOf(checked))
  stdout.write(summaryOf(checked, save))
  if (save) await pool.begin((tx) => saveChecks(tx, checked.map(toSaved)))
  return checked.some(isWorking) || checked.length === 0 ? 0 : 1
}

function isWorking({ trial }: CheckedFeed): boolean {
  return WORKING_STATES.has(trial.state)
}

function isAlternative({ address, feed }: CheckedFeed): boolean {
  return address !== feed.address
}

function toSaved(one: CheckedFeed) {
  const { feed, address, trial } = one
  return { id: feed.id, state: trial.state, detail: trial.detail, readAddress: isAlternative(one) ? address : null }
}

function tableOf(checked: readonly CheckedFeed[]): string {
  const rows = checked.map(({ feed, address, trial }) => [
    trial.state,
    String(trial.entries),
    trial.newestAt?.slice(0, 16).replace('T', ' ') ?? '-',
    feed.name || '-',
    `${address}${trial.detail === null ? '' : `  (${trial.detail})`}`,
  ])
  const table = [HEAD, ...rows]
  const widths = HEAD.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return `${table.map(lineOf).join('\n')}\n`
}

function summaryOf(checked: readonly CheckedFeed[], save: boolean): string {
  const working = checked.filter(isWorking)
  const moved = working.filter(isAlternative).length
  const advice = save ? 'The result is saved.' : 'Nothing was saved; --save uses the addresses that respond.'
  return `\n${working.length} of ${checked.length} feeds bring posts, ${moved} of them from an alternative address. ${advice}\n`
}
