import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startWebhookReceiver } from '../platforms/receivers.ts'
import type { Platform } from '../platforms/server.ts'
import { type MailServer, startMailServer } from '../platforms/smtp.ts'
import { BOT_TOKEN, startTelegramBot, type TelegramBot } from '../platforms/telegram-bot.ts'
import { aProject, type Client, logIn, type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'

// The whole way, with the program as people run it: a rule, posts, an incident, its messages on every channel, and a link in one of them.
const PUBLIC_URL = 'https://pantau.example.org'
const MINUTE = 60_000

let database: TestDatabase
let service: Service
let hook: Platform
let mail: MailServer
let bot: TelegramBot
let person: Client

before(async () => {
  database = await testDatabase()
  hook = await startWebhookReceiver()
  mail = await startMailServer()
  bot = await startTelegramBot()
  service = await startService('start', {
    database: database.url,
    env: {
      PANTAU_ALERT_SECONDS: '1',
      PANTAU_PUBLIC_URL: PUBLIC_URL,
      PANTAU_SMTP_URL: mail.url,
      PANTAU_MAIL_FROM: 'pantau@example.org',
      PANTAU_TELEGRAM_TOKEN: BOT_TOKEN,
      PANTAU_TELEGRAM_URL: bot.url,
    },
  })
  person = await logIn(() => service.base)
})
after(async () => {
  await service?.end('SIGTERM')
  await Promise.all([hook.close(), mail.close(), bot.close()])
  await database.drop()
})

const ok = async (method: string, path: string, body?: unknown) => {
  const response = await person.request(method, path, body)
  assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.body)}`)
  return response.body
}

const isReady = async (id: string) => (await ok('GET', `/api/channels/${id}`)).state === 'ready'

async function addChannels() {
  const webhook = await ok('POST', '/api/channels', { kind: 'webhook', name: 'Program', url: `${hook.url}/hook` })
  const chat = await ok('POST', '/api/channels', { kind: 'telegram', name: 'Redaksi' })
  const email = await ok('POST', '/api/channels', { kind: 'email', name: 'Surat', address: 'sari@example.org' })
  assert.deepEqual([webhook.state, chat.state, email.state], ['ready', 'unconfirmed', 'unconfirmed'])
  bot.write(41, `/start ${chat.code}`)
  await until('the confirmation has arrived', async () => mail.mails.length === 1)
  const path = /https:\/\/pantau\.example\.org(\/api\/confirm\/\w+)/.exec(mail.mails[0]?.part('text/plain') ?? '')?.[1]
  await press(path ?? '')
  await until('the address and the chat are confirmed', async () => (await isReady(email.id)) && isReady(chat.id))
  return { webhook, channels: [webhook.id, chat.id, email.id] as string[] }
}

// The button of a page.
async function press(path: string): Promise<void> {
  const response = await fetch(service.base + path, { method: 'POST', signal: AbortSignal.timeout(10_000) })
  assert.equal(response.status, 200, path)
}

function posts(count: number, word: string) {
  return Array.from({ length: count }, (_, index) => ({
    id: `${word}-${index}`,
    platform: 'twitter',
    text: `Banjir di Kemang ${word} nomor ${index}`,
    url: `https://x.com/warga/status/${word}${index}`,
    author: `warga${index}`,
    published_at: new Date(Date.now() - MINUTE - index * 1_000).toISOString(),
  }))
}

test('an incident reaches every channel, and a link in its message snoozes it', async () => {
  const { id: projectId } = (await ok('POST', '/api/project', aProject('banjir'))).data
  const { webhook, channels } = await addChannels()
  const rule = { kind: 'volume', count: 10, minutes: 30 }
  const alert = await ok('POST', '/api/alerts', { keywordId: projectId, name: 'Banyak', rule, channels })
  const load = (word: string, count: number) => person.load(`/api/import?keywordId=${projectId}`, posts(count, word))
  await load('deras', 12)
  await until('all channels have the message', async () => {
    return hook.requests.length === 1 && mail.mails.length === 2 && bot.sent.length === 2
  })
  const [incident] = (await ok('GET', `/api/incidents?keywordId=${projectId}`)).data
  const data = verify(webhook.secret)
  const { acknowledged_at: _, snoozed_until: __, id, ...same } = incident
  const { title, links, ...facts } = data
  assert.deepEqual(facts, { ...same, incident_id: id, alert_id: alert.id, keyword_id: projectId, growth: [] })
  assert.deepEqual([incident.name, incident.seen], ['Banyak', 12])
  assert.equal(title, 'Uji banjir: 12 mention dalam 30 menit.')
  const written = [mail.mails[1]?.part('text/plain') ?? '', (bot.sent[1]?.text ?? '').replaceAll('&amp;', '&')]
  for (const text of written)
    for (const part of [title, links.dashboard, links.acknowledge, links.snooze, 'https://x.com/warga/status/deras0'])
      assert.ok(text.includes(part), `${part} is missing in:\n${text}`)

  await press(links.snooze.slice(PUBLIC_URL.length))
  const { snoozed_until: snoozedUntil } = await ok('GET', `/api/incidents/${id}`)
  assert.ok(Date.parse(snoozedUntil) > Date.now())
  await load('lebat', 20)
  const types = async () => (await ok('GET', '/api/inbox')).data.map(({ type }: { type: string }) => type)
  await until('the growth is in the inbox', async () => (await types()).includes('incident.updated'))
  const { data: deliveries } = await ok('GET', `/api/channels/${webhook.id}/deliveries`)
  assert.deepEqual(
    deliveries.map(({ type, state }: Record<string, string>) => [type, state]),
    [['incident.opened', 'delivered']],
  )
  const { blocks } = await ok('GET', '/api/brief/preview')
  assert.match(JSON.stringify(blocks), /32 mention.*Banyak/)
})

// The content of the only message, whose signature is checked as a receiver does it.
// biome-ignore lint/suspicious/noExplicitAny: a message is checked by assertions, not by types.
function verify(secret: string): any {
  const [request] = hook.requests
  const headers = request?.headers as Record<string, string>
  const body = new Webhook(secret).verify(request?.body ?? '', headers) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['id', 'type', 'created_at', 'data'])
  assert.deepEqual([body.id, body.type], [headers['webhook-id'], 'incident.opened'])
  return body.data
}
