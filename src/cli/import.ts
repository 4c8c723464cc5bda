import { closeSync, createReadStream, openSync, statSync, writeSync } from 'node:fs'
import { extname } from 'node:path'
import { openAnalyser } from '../analyse/analyser.ts'
import { type ImportOptions, importStream } from '../collect/import.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../collect/import-stream.ts'
import type { Config } from '../config.ts'
import type { ImportReport } from '../domain/import.ts'
import { Problem } from '../domain/problem.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { defineCommand, refuse } from './command.ts'
import { withDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'
import { openProgress } from './progress.ts'

const USAGE = `pantau import --project <id> <file> [--format csv|ndjson] [--report <file>]

Loads your own posts, of any platform. The project's expression and dates apply, and its owner's quota.
--report writes one JSON object per row, with its outcome and the reason.
Ends with 1 when rows could not be read or paid for.

  pantau import --project 0198a6… posts.csv --report rows.ndjson`

export const importCommand = defineCommand({
  usage: USAGE,
  options: { project: { type: 'string' }, format: { type: 'string' }, report: { type: 'string' } },
  arguments: ['file'],
  async run({ values, args: [file = ''] }) {
    if (values.project === undefined) return refuse('The option --project is missing.', USAGE)
    const format = readFormat(values.format, file)
    const report = await importFile(loadConfig(), values.project, file, format, values.report)
    printReport(report)
    return report.invalid > 0 || report.unpaid > 0 ? 1 : 0
  },
})

function readFormat(given: string | undefined, file: string): ImportFormat {
  const extension = extname(file).slice(1).toLowerCase()
  const name = given ?? (extension === 'jsonl' ? 'ndjson' : extension)
  const format = IMPORT_FORMATS.find((known) => known === name)
  if (format !== undefined) return format
  throw new Problem('invalid', `"${name}" is not a supported format: use --format csv or --format ndjson.`)
}

async function importFile(
  config: Config,
  projectId: string,
  file: string,
  format: ImportFormat,
  reportFile: string | undefined,
): Promise<ImportReport> {
  const size = sizeOf(file)
  return withDatabase(config, async (pool) => {
    const project = await findAnyProject(pool, projectId)
    if (project === null) throw new Problem('not-found', `No project has the id "${projectId}".`)
    const analyser = openAnalyser()
    const out = reportFile === undefined ? null : openReport(reportFile)
    const stream = createReadStream(file)
    const progress = openProgress()
    const onRow: ImportOptions['onRow'] = (row, outcome, message) => {
      if (out !== null) writeSync(out, `${JSON.stringify({ row, outcome, message })}\n`)
      // The length of a pipe is not known.
      const share = size === 0 ? '' : `, ${Math.round((stream.bytesRead / size) * 100)} %`
      progress.show(`Importing: ${row} rows${share}`)
    }
    try {
      const classify = (text: string) => analyser.classify(text)
      const { timeZone, collect } = config
      return await importStream(pool, project, stream, format, {
        timeZone,
        mentionDays: collect.mentionDays,
        classify,
        onRow,
      })
    } catch (error) {
      throw stream.errored === null ? error : cannotRead(file)
    } finally {
      progress.end()
      stream.destroy()
      if (out !== null) closeSync(out)
    }
  })
}

function openReport(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new Problem('invalid', `The report "${file}" cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    throw cannotRead(file)
  }
}

function cannotRead(file: string): Problem {
  return new Problem('invalid', `The file "${file}" cannot be read.`)
}

function printReport(report: ImportReport): void {
  const { errors, ...counts } = report
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  for (const { row, message } of errors) process.stderr.write(`row ${row}: ${message}\n`)
  const hidden = report.invalid - errors.length
  if (hidden > 0) process.stderr.write(`and ${hidden} more invalid rows; use --report to list all of them\n`)
}
