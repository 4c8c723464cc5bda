import { readFileSync } from 'node:fs'
import type { FeedCertainty } from '../../domain/feed.ts'

export interface Outlet {
  readonly outlet: string
  // The outlet, with its section if the feed is only one of several.
  readonly name: string
  readonly feed: string
  // The owner: outlets of one owner republish each other's articles, which counts less than independent reports.
  readonly family: string
  // A province, `nasional`, `internasional` or `Jabodetabek`.
  readonly region: string
  // Where the address was learnt.
  readonly learnt: string
  readonly certainty: FeedCertainty
  // Tried in this order when the feed cannot be read.
  readonly alternatives: readonly string[]
}

// What the keys in the list stand for. No feed was requested when the list was compiled: `pantau feed check` does that.
const LEARNT: Readonly<Record<string, string>> = {
  'check-2026-02': 'a public check of Indonesian feeds of 21 February 2026, which got entries',
  'borneo-2026-07': "a public list of Borneo's feeds, verified on 14 July 2026",
  'newspaper-2026':
    'the public source list of an independent newspaper project of 2026, which names feeds that it verified',
  'country-list': 'the repository yavuz/news-feed-list-of-countries, which checks its feeds',
  'antara-catalogue': "public programs of 2025 and 2026 that read the feeds of Antara's bureaus",
  'antara-hosts': 'a public list of the sites of the bureaus of Antara; the path is that of the other bureaus',
  'newsroom-2026': "a newsroom's public list of competitors' feeds, 2026",
  'parliament-2026': 'the public source list of a monitor of parliament, 2026',
  'issue-tracker-2026': 'the public outlet list of an issue tracker, 2026',
  'tilik-2026': 'the public database of a feed aggregator in Papua, January 2026',
  'papua-2026': 'a public list of Papuan newsrooms, 2026',
  'regional-2026': 'a public program of 2026 that reads the feeds of regional newspapers',
  'local-media-2025': 'public lists of local media in programs of 2025',
  'programs-2026': 'public programs of 2025 and 2026 that read it',
  'tribun-lists': 'several public lists of the feeds of the Tribun network',
  'tribun-hosts': 'a public table of the sites of the Tribun network; the path is that of the other sites',
  'wordpress-registry':
    'the repository odripads/eppos-intel, which reads the site through WordPress; the path is the default of WordPress',
  'wordpress-pages': 'public pages that show that the site runs on WordPress; the path is the default of WordPress',
}

// The Indonesian outlets that Pantau ships with. Their health in operation shows which of them still respond.
export const OUTLETS: readonly Outlet[] = readFileSync(new URL('outlets.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(readLine)

function readLine(line: string): Outlet {
  const [outlet = '', section = '', family = '', region = '', certainty = '', key = '', feed = '', more = ''] =
    line.split('\t')
  const learnt = LEARNT[key]
  if (learnt === undefined) throw new Error(`outlets.tsv does not say where this was learnt: ${line}`)
  return {
    outlet,
    name: section === '' ? outlet : `${outlet} ${section}`,
    feed,
    family,
    region,
    learnt,
    certainty: certainty as FeedCertainty,
    alternatives: more === '' ? [] : more.split(' '),
  }
}
