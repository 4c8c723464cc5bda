import type { Static, TObject } from 'typebox'
import { InsightsQuery, readProjectInsights } from '../api/insights.ts'
import { readSearchPage, SearchQuery } from '../api/mentions.ts'
import { RankedQuery, readRankedPage } from '../api/ranked.ts'
import { insightTables, mentionTable, storyTable } from '../api/tables.ts'
import { readQuery } from '../api/validate.ts'
import type { WireInsights } from '../api/wire/insights.ts'
import type { WireMentionSearch, WireRankedStoryPage } from '../api/wire/mention.ts'
import type { Config } from '../config.ts'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import type { Pool } from '../store/db.ts'
import { chooseProject } from './choose-project.ts'
import { type Command, defineCommand, defineGroup } from './command.ts'
import { withDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'
import { FILTER_USAGE, optionsOf, queryOf, USER_USAGE } from './query-options.ts'
import { drawTable } from './table.ts'
import { requestSeconds } from './wire-common.ts'

const COMMON_USAGE = `${USER_USAGE}
  --json                       print what the API returns, instead of a table`

interface Request<S extends TObject> {
  readonly pool: Pool
  readonly config: Config
  readonly project: Project
  readonly query: Static<S>
}

interface Reading<S extends TObject, T> {
  readonly usage: string
  readonly schema: S
  read(request: Request<S>): Promise<T>
  draw(found: T, width: number | undefined): string
}

function defineQuery<S extends TObject, T>({ usage, schema, read, draw }: Reading<S, T>): Command {
  return defineCommand({
    usage,
    options: { user: { type: 'string' }, json: { type: 'boolean' }, ...optionsOf(schema) },
    arguments: ['project'],
    run({ values, args: [name = ''] }) {
      const config = loadConfig()
      return withDatabase(config, async (pool) => {
        const { user, json } = values as { readonly user?: string; readonly json?: boolean }
        const project = await chooseProject(pool, name, user)
        const query = readQuery(schema, queryOf(schema, project.id, values))
        const found = await read({ pool, config, project, query })
        process.stdout.write(
          json ? `${JSON.stringify(found, null, 2)}\n` : draw(found, process.stdout.columns || undefined),
        )
        return 0
      })
    },
  })
}

const mentions = defineQuery({
  usage: `pantau query mentions <project> [options]

Prints mentions of a project, newest first. The project is given by its name or id. What follows the page is read with the cursor
that is printed below it.

${FILTER_USAGE}
  --order <newest|ranked>
  --limit <n>                  1 to 100, 50 without it
  --cursor <cursor>            read on
${COMMON_USAGE}

  pantau query mentions 'Banjir Jakarta' --sentimen -1 --from 2026-03-01
  pantau query mentions 'Banjir Jakarta' --q '"pintu air" -iklan' --json`,
  schema: SearchQuery,
  read: ({ pool, config, project, query }) => readSearchPage(pool, project, query, config.timeZone),
  draw: drawMentions,
})

const stories = defineQuery({
  usage: `pantau query stories <project> [options]

Prints what to read first: the stories of a project by score, near-duplicates folded.

  --sentimen <-1|0|1>          negative, neutral or positive
  --sosmedId <sources>         one source or several, joined by commas
  --page <n>, --limit <n>      10 a page without it, at most 100
  --explain 1                  with --json: the parts of each score
${COMMON_USAGE}

  pantau query stories 'Banjir Jakarta' --limit 20`,
  schema: RankedQuery,
  async read({ pool, project, query }) {
    const page = await readRankedPage(pool, project.ownerId, query)
    if (page === null) throw new Problem('not-found', 'The project was deleted.')
    return page
  },
  draw: drawStories,
})

const insights = defineQuery({
  usage: `pantau query insights <project> [options]

Prints counts, sentiment, sources, authors and terms of exactly the filtered mentions, of the last 30 days without --from.

${FILTER_USAGE}
${COMMON_USAGE}

  pantau query insights 'Banjir Jakarta' --from 2026-03-01 --to 2026-03-31
  pantau query insights 'Banjir Jakarta' --json | jq .terms`,
  schema: InsightsQuery,
  read: ({ pool, config, project, query }) =>
    readProjectInsights(pool, project, query, {
      timeZone: config.timeZone,
      requestSeconds: requestSeconds(config),
    }),
  draw: drawInsights,
})

export const queryCommand = defineGroup(
  `pantau query <mentions|stories|insights> <project> [options]

  mentions   newest first, with every filter
  stories    what to read first, near-duplicates folded
  insights   counts, sentiment, sources, authors and terms

The options have the names of the API's parameters (docs/reference/api.md). \`pantau query <subcommand> --help\` lists them.

  pantau query stories 'Banjir Jakarta' --sosmedId news`,
  { mentions, stories, insights },
)

function drawMentions(page: WireMentionSearch, width: number | undefined): string {
  const { data, next, total } = page
  const end = next === null ? '' : `, next: --cursor ${next}`
  return `${drawTable(mentionTable(page), width)}\n${data.length} of ${total} mentions${end}\n`
}

function drawStories(found: WireRankedStoryPage, width: number | undefined): string {
  const { data, total, page, totalPages } = found
  return `${drawTable(storyTable(found), width)}\n${data.length} of ${total} stories, page ${page} of ${totalPages}\n`
}

function drawInsights(found: WireInsights, width: number | undefined): string {
  const tables = insightTables(found).map((table) => drawTable(table, width))
  return `${found.from} to ${found.to}\n\n${tables.join('\n')}`
}
