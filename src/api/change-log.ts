import { Type } from 'typebox'
import { notFound, Refusal } from '../domain/problem.ts'
import { CHANGE_DAYS, listChanges, readPosition } from '../store/mentions/change-log.ts'
import { readMentions } from '../store/mentions/rows.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { routesOf } from './route.ts'
import { WireChangeLog } from './wire/mention.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 500

const ChangesQuery = Type.Object(
  {
    keywordId: Type.String({ minLength: 1, maxLength: 500 }),
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The `next` of the page before. Without it: no changes, and where to begin',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  },
  { additionalProperties: false },
)

// For programs that keep a copy of a project's mentions.
export function addChangeLogRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Mentions')
  app.get(
    '/api/mentions/changes',
    user({
      id: 'listMentionChanges',
      summary: 'What was added, changed and deleted since a number, in commit order',
      description:
        'For programs that keep a copy: request with the number that the last answer ended with until more is false.',
      querystring: ChangesQuery,
      response: { 200: WireChangeLog },
      errors: [404, 409],
    }),
    async (request) => {
      const { keywordId, since, limit } = request.query
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId)
      const position = await readPosition(pool, project.id)
      if (since === undefined || since === position) return { data: [], next: position, more: false }
      const changes = since > position ? null : await listChanges(pool, project.id, { since, limit })
      if (changes === null) throw beginAgain(since, position)
      const ids = [...new Set(changes.map(({ id }) => id))]
      const mentions = new Map((await readMentions(pool, project.id, ids)).map((mention) => [mention.id, mention]))
      return {
        data: changes.map(({ number, kind, id, at }) => {
          const mention = mentions.get(id)
          return {
            number,
            change: kind,
            id,
            at: at.toISOString(),
            mention: mention === undefined ? null : toWireEnriched(mention, project),
          }
        }),
        next: changes.at(-1)?.number ?? since,
        more: changes.length === limit,
      }
    },
  )
}

// A number after the last one was read before a backup was restored.
function beginAgain(since: number, position: number): Refusal {
  const reason =
    since > position
      ? `the last change is ${position}`
      : `changes are stored for ${CHANGE_DAYS} days, and some after ${since} are older`
  return new Refusal('conflict', `since: ${reason}. Begin again: request this without since, then an export.`, [
    'misused',
  ])
}
