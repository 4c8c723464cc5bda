import { closeSync, createReadStream, openSync, statSync, writeSync } from 'node:fs'
import { extname } from 'node:path'
import { type ExaminedFile, examineFile, examineStream } from '../collect/import/examine.ts'
import { openImportFile } from '../collect/import/file.ts'
import { importExamined } from '../collect/import/import-posts.ts'
import { problemsOf } from '../collect/import/preview.ts'
import type { Config } from '../config.ts'
import {
  DATE_ORDERS,
  IMPORT_CONTAINERS,
  type ImportChoices,
  type ImportContainer,
  type ImportReport,
  type RowResult,
  readImportMapping,
} from '../domain/import.ts'
import { isPlatform, PLATFORMS } from '../domain/platform.ts'
import { Problem } from '../domain/problem.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { defineCommand, refuse } from './command.ts'
import { withDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'
import { openProgress } from './progress.ts'
import { openConfiguredClassifier } from './wire-common.ts'

const USAGE = `pantau import --project <id> <file> [--platform <name>] [--map <column>=<field>]
              [--dates day-first|month-first] [--format csv|ndjson|json|xlsx] [--report <file>]

Loads your own posts, of any platform: CSV, XLSX, NDJSON and JSON, as exported by the tools and APIs that
docs/reference/import-formats.md lists, or with columns named in English or Indonesian.
The project's expression and dates apply, and its owner's quota.
--platform is the platform of rows that do not say it and whose address does not either.
--map assigns a column that is not recognised; give it once for each field.
--dates says how 03/04/2026 is read when no date of the file does.
--report writes one JSON object per row, with its outcome and the reason.
Ends with 1 when rows could not be read or paid for.

  pantau import --project 0198a6… posts.csv --report rows.ndjson
  pantau import --project 0198a6… tweets.xlsx --platform twitter --map "Isi cuitan=text"`

interface Request {
  readonly projectId: string
  readonly file: string
  readonly stated: ImportContainer | null
  readonly choices: ImportChoices
  readonly reportFile: string | undefined
}

export const importCommand = defineCommand({
  usage: USAGE,
  options: {
    project: { type: 'string' },
    platform: { type: 'string' },
    map: { type: 'string', multiple: true },
    dates: { type: 'string' },
    format: { type: 'string' },
    report: { type: 'string' },
  },
  arguments: ['file'],
  async run({ values, args: [file = ''] }) {
    if (values.project === undefined) return refuse('The option --project is missing.', USAGE)
    const stated = readFormat(values.format, file)
    const { platform, dates } = values
    if (platform !== undefined && !isPlatform(platform)) {
      return refuse(`"${platform}" is not a platform: use one of ${PLATFORMS.join(', ')}.`, USAGE)
    }
    const order = DATE_ORDERS.find((known) => known === dates)
    if (dates !== undefined && order === undefined)
      return refuse(`Use --dates ${DATE_ORDERS.join(' or --dates ')}.`, USAGE)
    const choices = { platform, dates: order, map: (values.map ?? []).map(readImportMapping) }
    const request = { projectId: values.project, file, stated, choices, reportFile: values.report }
    const { report, problems } = await importFile(loadConfig(), request)
    printReport(report, problems)
    return report.invalid > 0 || report.unpaid > 0 ? 1 : 0
  },
})

const EXTENSIONS: Readonly<Record<string, ImportContainer>> = {
  csv: 'csv',
  tsv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
}

// Without a known extension the content of the file decides.
function readFormat(given: string | undefined, file: string): ImportContainer | null {
  if (given === undefined) return EXTENSIONS[extname(file).slice(1).toLowerCase()] ?? null
  const format = IMPORT_CONTAINERS.find((known) => known === given)
  if (format !== undefined) return format
  throw new Problem('invalid', `"${given}" is not a supported format: use one of ${IMPORT_CONTAINERS.join(', ')}.`)
}

async function importFile(
  config: Config,
  { projectId, file, stated, choices, reportFile }: Request,
): Promise<{ report: ImportReport; problems: readonly string[] }> {
  checkReadable(file)
  return withDatabase(config, async (pool) => {
    const project = await findAnyProject(pool, projectId)
    if (project === null) throw new Problem('not-found', `No project has the id "${projectId}".`)
    const { timeZone, collect } = config
    const classifier = await openConfiguredClassifier(config)
    const examined = await examine(file, { ...choices, stated, timeZone })
    const out = reportFile === undefined ? null : openReport(reportFile)
    const progress = openProgress()
    const { plan } = examined
    const onRows = (results: readonly RowResult[]) => {
      if (out !== null) writeSync(out, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
      const done = results.at(-1)?.row ?? 0
      progress.show({ what: `Import of ${plan.format.name}`, done, total: plan.rows, unit: 'rows' })
    }
    try {
      const options = { timeZone, mentionDays: collect.mentionDays, classifier, onRows }
      return { report: await importExamined(pool, project, examined, options), problems: problemsOf(plan) }
    } finally {
      progress.end()
      await examined.close()
      if (out !== null) closeSync(out)
    }
  })
}

// A file is read where it lies; a pipe can be read only once and is written to a temporary file.
async function examine(
  file: string,
  options: ImportChoices & { readonly stated: ImportContainer | null; readonly timeZone: string },
): Promise<ExaminedFile> {
  if (statSync(file).isFile()) {
    const opened = await openImportFile(file).catch(() => {
      throw cannotRead(file)
    })
    return examineFile(opened, options)
  }
  const stream = createReadStream(file)
  try {
    return await examineStream(stream, options)
  } catch (error) {
    throw stream.errored === null ? error : cannotRead(file)
  } finally {
    stream.destroy()
  }
}

function openReport(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new Problem('invalid', `The report "${file}" cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function checkReadable(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false) throw cannotRead(file)
}

function cannotRead(file: string): Problem {
  return new Problem('invalid', `The file "${file}" cannot be read.`)
}

function printReport(report: ImportReport, problems: readonly string[]): void {
  const { errors, rows, new: added, known, notMatched, outsideDates, unpaid, invalid } = report
  // By the names of the API.
  const counts = { rows, new: added, known, not_matched: notMatched, outside_dates: outsideDates, unpaid, invalid }
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0 && report.rows > 0) process.stderr.write('Assign a column with --map <column>=<field>.\n')
  for (const { row, message } of errors) process.stderr.write(`row ${row}: ${message}\n`)
  const hidden = report.invalid - errors.length
  if (hidden > 0) process.stderr.write(`and ${hidden} more invalid rows; use --report to list all of them\n`)
}
