import { Type } from 'typebox'
import { readDay } from '../domain/day.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addEvent } from '../store/accounts/events.ts'
import type { Db } from '../store/db.ts'
import { addDayNote, changeDayNote, type DayNote, listDayNotes, removeDayNote } from '../store/projects/day-notes.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { routesOf } from './route.ts'
import { DayNoteBody, DayNotePatch, WireDayNote as NoteSchema, type WireDayNote, WireDayNotes } from './wire/desk.ts'
import { WireConfirmation } from './wire/fields.ts'

// Of one project.
const NOTES_MAX = 2_000

const params = Type.Object({ id: Type.String() })

// What people know about a day: marks on the time axis.
export function addDayNoteRoutes(app: App, deps: ApiDeps): void {
  addListRoutes(app, deps)
  addChangeRoutes(app, deps)
}

function addListRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Views')

  app.get(
    '/api/notes',
    user({
      id: 'listDayNotes',
      summary: 'The notes of a project, by day',
      description: 'Each with its author and its time. Notes of mentions are with the mentions.',
      querystring: Type.Object({ keywordId: Type.String({ minLength: 1, maxLength: 500 }) }),
      response: { 200: WireDayNotes },
      errors: [404],
    }),
    async (request) => {
      const owner = ownerOf(request)
      const project = await findProject(pool, owner, request.query.keywordId)
      if (project === null) throw notFound('project', request.query.keywordId, 'keywordId')
      return { data: (await listDayNotes(pool, owner, project.id)).map(toWireNote) }
    },
  )

  app.post(
    '/api/notes',
    user({
      id: 'addDayNote',
      summary: 'Add a note to a day',
      description: 'A day may have several notes.',
      body: DayNoteBody,
      response: { 201: NoteSchema },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, text } = request.body
      const day = readNoteDay(request.body.day, settings.timeZone)
      const by = actorOf(request)
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId, 'keywordId')
      const note = await pool.begin(async (tx) => {
        const added = await addDayNote(tx, { projectId: project.id, by, day, text: text.trim() }, NOTES_MAX)
        if (added !== null) await record(tx, by.id, 'note.add', added)
        return added
      })
      if (note === null)
        throw new Refusal('invalid', `A project has at most ${NOTES_MAX} notes.`, ['tooManyOf', NOTES_MAX])
      reply.code(201)
      return toWireNote(note)
    },
  )
}

function addChangeRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Views')

  app.patch(
    '/api/notes/:id',
    user({
      id: 'changeDayNote',
      summary: 'Change a note or move it to another day',
      description: 'What is not sent stays, and so does the author.',
      params,
      body: DayNotePatch,
      response: { 200: NoteSchema },
      errors: [404],
    }),
    async (request) => {
      const { day, text } = request.body
      const fields = {
        ...(day === undefined ? {} : { day: readNoteDay(day, settings.timeZone) }),
        ...(text === undefined ? {} : { text: text.trim() }),
      }
      const note = await pool.begin(async (tx) => {
        const changed = await changeDayNote(tx, ownerOf(request), request.params.id, fields)
        if (changed !== null) await record(tx, actorOf(request).id, 'note.change', changed)
        return changed
      })
      if (note === null) throw notFound('note', request.params.id)
      return toWireNote(note)
    },
  )

  app.delete(
    '/api/notes/:id',
    user({
      id: 'removeDayNote',
      summary: 'Delete a note',
      description: 'The mark on the time axis goes with it.',
      params,
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const removed = await pool.begin(async (tx) => {
        const note = await removeDayNote(tx, ownerOf(request), request.params.id)
        if (note !== null) await record(tx, actorOf(request).id, 'note.remove', note)
        return note
      })
      if (removed === null) throw notFound('note', request.params.id)
      return { message: 'The note is deleted.' }
    },
  )
}

async function record(tx: Db, accountId: string, action: string, { id, projectId, day }: DayNote): Promise<void> {
  await addAudit(tx, { accountId, action, subject: id, detail: { projectId, day } })
  await addEvent(tx, accountId, 'project', { projectId, change: 'updated' })
}

function readNoteDay(text: string, timeZone: string): string {
  const day = readDay(text, timeZone)
  if (day === null) throw new Refusal('invalid', 'day must be a day as YYYY-MM-DD.', ['dayInvalid'])
  return day
}

function toWireNote({ id, projectId, day, text, by, createdAt, updatedAt }: DayNote): WireDayNote {
  return {
    id,
    keyword_id: projectId,
    day,
    text,
    by,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
