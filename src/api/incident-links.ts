import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { LINK_KEY, type LinkAction, readLink } from '../evaluate/links.ts'
import { handleIncident, readSigningKey } from '../store/watching/incidents.ts'
import type { ApiDeps, App } from './app.ts'

const SNOOZE_MS = 86_400_000
const QUESTIONS: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'Tandai insiden ini sudah dilihat? / Acknowledge this incident?',
  snooze: 'Tunda pesan tentang insiden ini selama satu hari? / Snooze messages about this incident for a day?',
}

const options = {
  config: { class: 'quick' as const },
  // Pages for people, which are no part of the API's document.
  schema: { hide: true, params: Type.Object({ token: Type.String() }) },
}

// The links in messages. Opening one changes nothing, because programs open links to show a preview: its page has a button.
export function addIncidentLinkRoutes(app: App, { pool }: ApiDeps): void {
  const linkOf = async (token: string, now: Date) => readLink(await readSigningKey(pool, LINK_KEY), token, now)

  app.register(async (pages: App) => {
    // The form has no fields: what a browser sends with it is not read.
    pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null)
    })

    pages.get('/a/:token', options, async (request, reply) => {
      const link = await linkOf(request.params.token, new Date())
      if (link === null) return sendGone(reply)
      return sendPage(reply, `<p>${QUESTIONS[link.action]}</p><form method="post"><button>OK</button></form>`)
    })

    pages.post('/a/:token', options, async (request, reply) => {
      const now = new Date()
      const link = await linkOf(request.params.token, now)
      if (link === null) return sendGone(reply)
      const until = new Date(now.getTime() + SNOOZE_MS)
      const handling = link.action === 'acknowledge' ? { acknowledged: true } : { snoozedUntil: until }
      if (!(await handleIncident(pool, link.incidentId, handling))) return sendGone(reply)
      return sendPage(reply, '<p>Selesai. / Done.</p>')
    })
  })
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
