import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Language } from '../domain/message.ts'
import { channelOffContent } from '../domain/notices.ts'
import type { Pool } from '../store/db.ts'
import { confirmChannel, findByCode, findByToken, switchOff, type TokenOwner } from '../store/watching/channels.ts'
import { addMessage } from '../store/watching/outbox.ts'
import type { ApiDeps, App } from './app.ts'
import { routesOf } from './route.ts'

const HTML = 'text/html; charset=utf-8'
const Page = { description: 'A page for people', content: { 'text/html': { schema: Type.String() } } }
const CODE_MAX = 100

// The pages behind the links of an e-mail. Opening one changes nothing, because mail servers open links to check them: the button on
// it does. A mail program that unsubscribes in one click sends the same request (RFC 8058).
export function addSubscriptionPages(app: App, { pool }: ApiDeps): void {
  app.register(async (pages) => {
    pages.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer' },
      (_request, _body, done) => done(null, undefined),
    )
    addPages(pages as unknown as App, pool)
  })
}

function addPages(app: App, pool: Pool): void {
  const { open } = routesOf(pool, 'Channels')
  const responses = { 200: Page, 404: Page }
  const byCode = Type.Object({ code: Type.String({ maxLength: CODE_MAX }) })
  const byToken = Type.Object({ token: Type.String({ maxLength: CODE_MAX }) })

  app.get(
    '/api/confirm/:code',
    open({
      id: 'showConfirmation',
      summary: 'The page that confirms an e-mail address',
      description: 'Opening the page changes nothing; its button confirms.',
      params: byCode,
      response: responses,
    }),
    async ({ params }, reply) => {
      const channel = await findByCode(pool, 'email', params.code)
      return channel === null ? sendUnknown(reply) : sendPage(reply, channel.language, 'confirm', true)
    },
  )

  app.post(
    '/api/confirm/:code',
    open({
      id: 'confirmAddress',
      summary: 'Confirm an e-mail address',
      description: 'A code works once.',
      params: byCode,
      response: responses,
    }),
    async ({ params }, reply) => {
      const channel = await confirmChannel(pool, 'email', params.code)
      return channel === null ? sendUnknown(reply) : sendPage(reply, channel.language, 'confirmed', false)
    },
  )

  app.get(
    '/api/unsubscribe/:token',
    open({
      id: 'showUnsubscription',
      summary: 'The page that ends messages to an e-mail address',
      description: 'Opening the page changes nothing; its button ends the messages.',
      params: byToken,
      response: responses,
    }),
    async ({ params }, reply) => {
      const channel = await findChannelOf(pool, params.token)
      return channel === null ? sendUnknown(reply) : sendPage(reply, channel.language, 'unsubscribe', true)
    },
  )

  app.post(
    '/api/unsubscribe/:token',
    open({
      id: 'unsubscribe',
      summary: 'End messages to an e-mail address',
      description: 'Also the request that mail programs send for one-click unsubscription (RFC 8058).',
      params: byToken,
      response: responses,
    }),
    async ({ params }, reply) => {
      const channel = await findChannelOf(pool, params.token)
      if (channel === null) return sendUnknown(reply)
      await unsubscribe(pool, channel)
      return sendPage(reply, channel.language, 'unsubscribed', false)
    },
  )
}

async function findChannelOf(pool: Pool, token: string): Promise<TokenOwner | null> {
  const [id = '', secret = ''] = token.split('.')
  return secret === '' ? null : findByToken(pool, id, secret)
}

async function unsubscribe(pool: Pool, channel: TokenOwner): Promise<void> {
  const { accountId, language, id } = channel
  await pool.begin(async (tx) => {
    if (!(await switchOff(tx, id, 'unsubscribed'))) return
    const content = channelOffContent(language, channel, 'unsubscribed', '')
    const data = { notice: 'channel-off', channel_id: id, reason: 'unsubscribed' }
    await addMessage(tx, { accountId, type: 'notice', incidentId: null, data, content, channels: [] })
  })
}

type PageName = keyof (typeof TEXTS)['en']

function sendUnknown(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), 'id', 'unknown', false)
}

// The texts are ours; nothing of the request is on the page.
function sendPage(reply: FastifyReply, language: Language, name: PageName, button: boolean): FastifyReply {
  const { title, text } = TEXTS[language][name]
  const form = button ? `<form method="post"><button>${title}</button></form>` : ''
  return reply
    .header('content-type', HTML)
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`,
    )
}

const TEXTS = {
  id: {
    confirm: { title: 'Konfirmasi alamat ini', text: 'Setelah itu Pantau mengirim pesan ke alamat e-mail ini.' },
    confirmed: { title: 'Alamat dikonfirmasi', text: 'Alamat ini sekarang menerima pesan Pantau.' },
    unsubscribe: { title: 'Berhenti berlangganan', text: 'Setelah itu alamat ini tidak menerima pesan Pantau lagi.' },
    unsubscribed: { title: 'Berhenti berlangganan', text: 'Alamat ini tidak menerima pesan Pantau lagi.' },
    unknown: {
      title: 'Tautan tidak berlaku',
      text: 'Tautan ini sudah dipakai atau kedaluwarsa. / This link was used or has expired.',
    },
  },
  en: {
    confirm: { title: 'Confirm this address', text: 'Pantau then sends messages to this e-mail address.' },
    confirmed: { title: 'Address confirmed', text: 'This address now receives messages of Pantau.' },
    unsubscribe: { title: 'Unsubscribe', text: 'This address then no longer receives messages of Pantau.' },
    unsubscribed: { title: 'Unsubscribed', text: 'This address no longer receives messages of Pantau.' },
    unknown: { title: 'Invalid link', text: 'This link was used or has expired.' },
  },
} as const
