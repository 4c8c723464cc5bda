import { Type } from 'typebox'
import type { Account } from '../domain/account.ts'
import { notFound } from '../domain/problem.ts'
import type { Sentiment as SentimentValue } from '../domain/sentiment.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addEvent } from '../store/accounts/events.ts'
import type { Db } from '../store/db.ts'
import { findHiddenMention, hideMentions, listHiddenMentions, showMentions } from '../store/mentions/hiding.ts'
import { correctSentiment, findMention } from '../store/mentions/mentions.ts'
import type { StoredMention } from '../store/mentions/rows.ts'
import { putNote } from '../store/mentions/tags.ts'
import { findProject } from '../store/projects/projects.ts'
import { lockProject } from '../store/search/seal.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { CursorQuery } from './paging.ts'
import { routesOf } from './route.ts'
import { nullable, Sentiment } from './wire/fields.ts'
import { WireChangedMention, WireHiddenMentions } from './wire/mention.ts'

const NOTE_LENGTH_MAX = 2_000

const ChangeBody = Type.Object(
  {
    sentimen: Type.Optional(Sentiment),
    hidden: Type.Optional(Type.Boolean()),
    note: Type.Optional(
      nullable(Type.String({ maxLength: NOTE_LENGTH_MAX, description: 'Replaces the note; empty or null removes it' })),
    ),
  },
  { minProperties: 1 },
)

// What a person changes about a mention: its sentiment, whether it counts at all, and what they write about it.
export function addMentionChangeRoutes(app: App, deps: ApiDeps): void {
  const { pool } = deps
  const { user } = routesOf(pool, 'Mentions')

  app.patch(
    '/api/mentions/:id',
    user({
      id: 'changeMention',
      summary: 'Set the sentiment by hand, hide a mention as irrelevant, show it again, or write a note',
      description: 'A hidden mention counts nowhere. All counts change in the same transaction.',
      params: Type.Object({ id: Type.String() }),
      body: ChangeBody,
      response: { 200: WireChangedMention },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const owner = ownerOf(request)
      const { sentimen, hidden, note } = request.body
      const found = (await findMention(pool, owner, id)) ?? (await findHiddenMention(pool, owner, id))
      const project = found === null ? null : await findProject(pool, owner, found.projectId)
      if (found === null || project === null) throw notFound('mention', id)
      const change = {
        projectId: project.id,
        id,
        by: actorOf(request),
        sentiment: sentimen,
        hidden,
        note: readNote(note),
      }
      const changed = await pool.begin((tx) => changeMention(tx, deps, change))
      if (changed === null) throw notFound('mention', id)
      return { ...toWireEnriched(changed.mention, project), hidden: changed.hidden }
    },
  )

  app.get(
    '/api/mentions/hidden',
    user({
      id: 'listHiddenMentions',
      summary: 'The hidden mentions of a project, newest first',
      description: 'Each with the person who hid it, read on with a cursor.',
      querystring: Type.Object({ keywordId: Type.String({ minLength: 1, maxLength: 500 }), ...CursorQuery }),
      response: { 200: WireHiddenMentions },
      errors: [404],
    }),
    async (request) => {
      const { keywordId, cursor, limit } = request.query
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId)
      const found = await listHiddenMentions(pool, project.id, { before: cursor ?? null, limit })
      return {
        data: found.map(({ mention, by, at }) => ({
          ...toWireEnriched(mention, project),
          hidden: { by, at: at.toISOString() },
        })),
        next: found.length === limit ? (found.at(-1)?.mention.id ?? null) : null,
      }
    },
  )
}

interface MentionChange {
  readonly projectId: string
  readonly id: string
  readonly by: Pick<Account, 'id' | 'name'>
  readonly sentiment: SentimentValue | undefined
  readonly hidden: boolean | undefined
  // Null removes it.
  readonly note: string | null | undefined
}

function readNote(note: string | null | undefined): string | null | undefined {
  return note === undefined ? undefined : note?.trim() || null
}

// A mention is shown before and hidden after its sentiment is set, because only a shown one has counts to correct. Null when it is
// gone, or when it is hidden and only its sentiment was to be set.
async function changeMention(
  tx: Db,
  { storyRules }: ApiDeps,
  change: MentionChange,
): Promise<{ readonly mention: StoredMention; readonly hidden: boolean } | null> {
  const { projectId, id, by, sentiment, hidden, note } = change
  const ids = [id]
  const audit = (action: string, detail: Record<string, unknown> = {}) =>
    addAudit(tx, { accountId: by.id, action, subject: id, detail: { projectId, ...detail } })
  if (!(await lockProject(tx, projectId))) return null
  if (hidden === false && (await showMentions(tx, { projectId, ids }, storyRules)).length > 0)
    await audit('mention.show')
  if (sentiment !== undefined) {
    const corrected = await correctSentiment(tx, { projectId, id, sentiment, by })
    if (corrected === null) return null
    await audit('mention.sentiment', { from: corrected.before, to: sentiment })
  }
  if (note !== undefined && (await putNote(tx, { projectId, id, text: note, by: by.name }))) await audit('mention.note')
  if (hidden === true && (await hideMentions(tx, { projectId, ids, by: by.id }, storyRules)).length > 0)
    await audit('mention.hide')
  await addEvent(tx, by.id, 'project', { projectId, change: 'updated' })
  const shown = await findMention(tx, by.id, id)
  const mention = shown ?? (await findHiddenMention(tx, by.id, id))
  return mention === null ? null : { mention, hidden: shown === null }
}
