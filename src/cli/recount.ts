import { storyRules } from '../collect/analyse-post.ts'
import { Problem } from '../domain/problem.ts'
import type { Pool } from '../store/db.ts'
import type { RepairRules } from '../store/recount/check.ts'
import { type Finding, listSubjects, recount, type Subject } from '../store/recount/recount.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'

// Of one check: the first are enough to see what is wrong.
const PRINTED_MAX = 20

export const recountCommand = defineCommand({
  usage: `pantau recount [--project <id>] [--repair]

Compares every stored number with the rows it is of: counts, quota, charges, runs, hidden mentions and periods of listening. Prints
what differs, separated by tabs: project or account, check, what, stored, counted, and whether it was repaired. The service may keep
running. Ends with 1 when something differed, repaired or not.

  --project <id>    only this project and its account
  --repair          make the stored numbers agree, in one transaction per project

  pantau recount
  pantau recount --repair`,
  options: { project: { type: 'string' }, repair: { type: 'boolean', default: false } },
  arguments: [],
  run: async ({ values }) => {
    const config = loadConfig()
    const repair = values.repair ? { storyRules } : null
    return withDatabase(config, (pool) => recountAll(pool, values.project ?? null, repair))
  },
})

async function recountAll(pool: Pool, projectId: string | null, repair: RepairRules | null): Promise<number> {
  const subjects = await listSubjects(pool, projectId)
  if (projectId !== null && subjects.length === 0)
    throw new Problem('not-found', `No project has the id "${projectId}".`)
  let different = 0
  for (const subject of subjects) {
    const findings = await recount(pool, subject, repair)
    if (findings.length > 0) different += 1
    for (const finding of findings) print(subject, finding)
  }
  const projects = subjects.filter(({ kind }) => kind === 'project').length
  const counted = `${projects} projects and ${subjects.length - projects} accounts counted`
  process.stdout.write(`${counted}: ${different === 0 ? 'no differences' : `differences in ${different}`}.\n`)
  return different === 0 ? 0 : 1
}

function print({ kind, id }: Subject, { check, differences, repaired }: Finding): void {
  const line = (...cells: readonly (string | number)[]) => process.stdout.write(`${cells.join('\t')}\n`)
  const outcome = repaired ? 'repaired' : 'not repaired'
  for (const { what, stored, counted } of differences.slice(0, PRINTED_MAX))
    line(kind, id, check, what, stored, counted, outcome)
  const more = differences.length - PRINTED_MAX
  if (more > 0) line(kind, id, check, `and ${more} more`, '', '', outcome)
}
