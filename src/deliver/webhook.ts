import { createHmac } from 'node:crypto'
import type { ChannelSecret } from '../domain/channel.ts'
import type { Fetch } from '../sources/source.ts'
import { post, type Sender } from './outcome.ts'

// Signed after the Standard Webhooks specification, once with every secret that is valid.
export function createWebhookSender(fetch: Fetch, now: () => Date): Sender {
  return ({ id, type, createdAt, data, channel }, signal) => {
    const body = JSON.stringify({ id, type, created_at: createdAt.toISOString(), data })
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const secrets = channel.secrets.filter((secret) => isValid(secret, now()))
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map(({ secret }) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
    }
    return post(fetch, new URL(channel.settings.url ?? ''), { body, headers, signal })
  }
}

function isValid({ expiresAt }: ChannelSecret, now: Date): boolean {
  return expiresAt === null || new Date(expiresAt) > now
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
