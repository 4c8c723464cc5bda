import { readFileSync } from 'node:fs'
import { fillProject, indexProject, scatterProject } from './fill.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { format, median, reportGoal } from './measure.ts'
import { measureServer, type ServerProcess, type Spent, startService, stopServer } from './server-process.ts'

const ROUNDS = 3
const FORMATS = ['csv', 'jsonl', 'xlsx', 'parquet'] as const
// Processor microseconds of a row of CSV.
const GOAL_US = 25

// As people write: of four texts one has a line break, one begins with a hashtag and one contains a quotation marked in double quotes.
const TEXT = `(array['banjir', '#banjir', '"Siaga satu," kata BPBD:', 'Banjir lagi' || chr(10) || chr(10)])[n % 4 + 1]
  || ' di kota ini belum juga surut sejak pagi; warga menunggu bantuan nomor ' || n || ' ' || h`

// Processor time of a row of each format, of the service and the database, read through the front door; and what the service occupies
// at most. `--scattered` indexes the mentions as files of 10,000 rows with random dates leave them.
export async function run(args: string[]): Promise<void> {
  const rows = args.includes('--full') ? 1_000_000 : 100_000
  const database = await openBenchDatabase({ wal_level: 'minimal', max_wal_senders: '0' })
  try {
    const project = await database.project('exported')
    await fillProject(project, { mentions: rows, text: TEXT })
    if (args.includes('--scattered')) await scatterProject(project, rows)
    else await indexProject(project)
    console.log(`Exports of ${format(rows)} mentions: processor time of a row, median of ${ROUNDS} rounds`)
    for (const kind of FORMATS) {
      const { us, row } = await measureFormat(project, kind, rows)
      console.table({ [kind]: row })
      if (kind === 'csv') reportGoal('CSV, us a row', us, { max: GOAL_US })
    }
  } finally {
    await database.close()
  }
}

async function measureFormat(project: BenchProject, kind: string, rows: number) {
  const service = await startService(project)
  try {
    let bytes = await download(project, service, kind)
    const rounds: Spent[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(
        await measureServer(project, service, async () => {
          bytes = await download(project, service, kind)
        }),
      )
    const us = (pick: (spent: Spent) => number) => (median(rounds.map(pick)) / rows) * 1000
    const both = us((spent) => spent.service + spent.database)
    const row = {
      'service, us': format(us((spent) => spent.service)),
      'database, us': format(us((spent) => spent.database)),
      'both, us': format(both),
      'bytes a row': format(bytes / rows),
      'resident at most, MB': format(residentMaxMb(service)),
    }
    return { us: both, row }
  } finally {
    await stopServer(service)
  }
}

async function download(project: BenchProject, { url }: ServerProcess, kind: string): Promise<number> {
  const response = await fetch(`${url}/api/export?keywordId=${project.projectId}&format=${kind}`, {
    headers: { authorization: `Bearer ${project.token}` },
  })
  if (!response.ok || response.body === null) throw new Error(`The export was refused: ${response.status}.`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}

function residentMaxMb({ child }: ServerProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}
