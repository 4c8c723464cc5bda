import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { LINK_KEY, type LinkAction, readLink } from '../evaluate/links.ts'
import { handleIncident, readSigningKey } from '../store/watching/incidents.ts'
import type { ApiDeps, App } from './app.ts'
import { routesOf } from './route.ts'

const SNOOZE_MS = 86_400_000
const QUESTIONS: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'Tandai insiden ini sudah dilihat? / Acknowledge this incident?',
  snooze: 'Tunda pesan tentang insiden ini selama satu hari? / Snooze messages about this incident for a day?',
}

// The links in messages. Opening one changes nothing, because programs open links to show a preview: its page has a button.
export function addIncidentLinkRoutes(app: App, { pool }: ApiDeps): void {
  const { open } = routesOf(pool, 'Alerts')
  const params = Type.Object({ token: Type.String() })
  const html = { 200: Type.String(), 404: Type.String() }
  const page = {
    200: { content: { 'text/html': { schema: html[200] } } },
    404: { content: { 'text/html': { schema: html[404] } } },
  }

  app.get(
    '/a/:token',
    open({ summary: 'The page of a link in a message', params, response: page }),
    async (request, reply) => {
      const link = readLink(await readSigningKey(pool, LINK_KEY), request.params.token, new Date())
      if (link === null) return sendGone(reply)
      return sendPage(reply, `<p>${QUESTIONS[link.action]}</p><form method="post"><button>OK</button></form>`)
    },
  )

  app.post(
    '/a/:token',
    open({ summary: 'Do what a link in a message is for', params, response: page }),
    async (request, reply) => {
      const now = new Date()
      const link = readLink(await readSigningKey(pool, LINK_KEY), request.params.token, now)
      if (link === null) return sendGone(reply)
      const handling =
        link.action === 'acknowledge' ? { acknowledged: true } : { snoozedUntil: new Date(now.getTime() + SNOOZE_MS) }
      if (!(await handleIncident(pool, link.incidentId, handling))) return sendGone(reply)
      return sendPage(reply, '<p>Selesai. / Done.</p>')
    },
  )
}

function sendGone(reply: FastifyReply) {
  return sendPage(reply.code(404), '<p>Tautan ini tidak berlaku lagi. / This link is no longer valid.</p>')
}

function sendPage(reply: FastifyReply, body: string) {
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="id"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width"><title>Pantau</title></head><body>${body}</body></html>`)
}
