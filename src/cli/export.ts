import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type ExportFile, ExportQuery, openExport } from '../api/export.ts'
import { EXPORT_COLUMNS } from '../api/export-columns.ts'
import { readQuery } from '../api/validate.ts'
import { chooseProject } from './choose-project.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { explainFileFailure } from './file-failure.ts'
import { loadConfig } from './load-config.ts'
import { openProgress } from './progress.ts'
import { FILTER_USAGE, optionsOf, queryOf, USER_USAGE } from './query-options.ts'
import { requestSeconds } from './wire-common.ts'

const FORMATS = ['csv', 'xlsx', 'jsonl', 'parquet']

const USAGE = `pantau export <project> [file] [options]

Writes exactly the filtered mentions of a project to a file, or to standard output without one. The project is given by its name or
id. The file appears when it is whole.

  --format <${FORMATS.join('|')}>
                               without it, what the name of the file ends in, or csv
  --columns <names>            joined by commas, in this order; all without it
  --lang <id|en>               language of the headings of xlsx; the owner's without it
${FILTER_USAGE}
${USER_USAGE}

Columns: ${EXPORT_COLUMNS.map(({ name }) => name).join(', ')}.

  pantau export 'Banjir Jakarta' banjir.xlsx --from 2026-03-01 --lang en
  pantau export 'Banjir Jakarta' --format jsonl --columns published_at,content | gzip > banjir.jsonl.gz`

export const exportCommand = defineCommand({
  usage: USAGE,
  options: { user: { type: 'string' }, ...optionsOf(ExportQuery) },
  arguments: ['project', 'file?'],
  async run({ values, args: [name = '', file] }) {
    const config = loadConfig()
    const progress = openProgress()
    return withDatabase(config, async (pool) => {
      const { user, ...given } = values as Readonly<Record<string, string | undefined>>
      const project = await chooseProject(pool, name, user)
      const ending = FORMATS.find((format) => file?.toLowerCase().endsWith(`.${format}`))
      const query = readQuery(ExportQuery, queryOf(ExportQuery, project.id, { format: ending, ...given }))
      const settings = { timeZone: config.timeZone, requestSeconds: requestSeconds(config) }
      let written = 0
      const exported = await openExport(pool, project, query, settings, (done, total) => {
        written = done
        progress.show({ what: 'Export', done, total, unit: 'mentions' })
      })
      await (file === undefined ? print(exported) : save(exported, file)).finally(() => progress.end())
      if (file !== undefined) process.stdout.write(`Wrote ${written} mentions to ${file}.\n`)
      return 0
    })
  },
})

async function print({ content }: ExportFile): Promise<void> {
  try {
    await pipeline(content, process.stdout, { end: false })
  } catch (error) {
    // The reader closed the pipe early, as with `| head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}

async function save({ content }: ExportFile, file: string): Promise<void> {
  const partial = `${file}.part`
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw explainFileFailure(file, error) ?? error
  }
}
