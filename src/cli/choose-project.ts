import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { findAccountByName } from '../store/accounts/accounts.ts'
import type { Pool } from '../store/db.ts'
import { findAnyProject, listProjectsNamed } from '../store/projects/projects.ts'

const LISTED_MAX = 10

// The project of an id or a name, in any case. `username` chooses among the users who have one of that name.
export async function chooseProject(pool: Pool, text: string, username: string | undefined): Promise<Project> {
  const account = username === undefined ? null : await findAccountByName(pool, username)
  if (username !== undefined && account === null) throw new Problem('not-found', `There is no user "${username}".`)
  const byId = await findAnyProject(pool, text)
  const own =
    byId === null
      ? await listProjectsNamed(pool, text, account?.id ?? null, LISTED_MAX)
      : [byId].filter(({ ownerId }) => account === null || ownerId === account.id)
  const [project] = own
  const whose = username === undefined ? 'No project has' : `${username} has no project with`
  if (project === undefined) throw new Problem('not-found', `${whose} the id or name "${text}".`)
  if (own.length === 1) return project
  const ids = own.map(({ id }) => id).join(', ')
  throw new Problem('conflict', `Several projects are named "${text}". Use --user, or one of the ids: ${ids}.`)
}
