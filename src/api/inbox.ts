import { Type } from 'typebox'
import { Refusal } from '../domain/problem.ts'
import { countUnread, listMessages, markRead } from '../store/watching/inbox.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toWireMessage } from './convert-channels.ts'
import { CursorQuery } from './paging.ts'
import { routesOf } from './route.ts'
import { WireInbox, WireReadMessages } from './wire/channel.ts'
import { Timestamp } from './wire/fields.ts'

// What was reported to a person, whether or not a channel carried it.
export function addInboxRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Channels')

  app.get(
    '/api/inbox',
    user({
      id: 'listInbox',
      summary: 'My messages, newest first',
      description: 'All messages to this person, read on with a cursor.',
      querystring: Type.Object(CursorQuery),
      response: { 200: WireInbox },
    }),
    async (request) => {
      const owner = ownerOf(request)
      const { cursor, limit } = request.query
      const messages = await listMessages(pool, owner, { cursor: cursor ?? null, limit: limit + 1 })
      const data = messages.slice(0, limit)
      return {
        data: data.map(toWireMessage),
        next: messages.length > limit ? (data.at(-1)?.id ?? null) : null,
        unread: await countUnread(pool, owner),
      }
    },
  )

  app.post(
    '/api/inbox/read',
    user({
      id: 'markRead',
      summary: 'Mark all messages until a time as read',
      description: 'Messages that are newer than the given time stay unread.',
      body: Type.Object({ until: Timestamp }, { additionalProperties: false }),
      response: { 200: WireReadMessages },
    }),
    async (request) => {
      const owner = ownerOf(request)
      const read = await markRead(pool, owner, readUntil(request.body.until))
      return { read, unread: await countUnread(pool, owner) }
    },
  )
}

// The format allows leap seconds and years that neither our calendar nor the database's has.
function readUntil(text: string): Date {
  const until = new Date(text)
  const year = until.getUTCFullYear()
  if (Number.isNaN(until.getTime()) || year < 1900 || year > 9998)
    throw new Refusal('invalid', 'until must be an ISO 8601 date-time in the years 1900 to 9998.', ['dayInvalid'])
  return until
}
