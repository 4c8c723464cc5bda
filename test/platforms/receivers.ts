import {
  type Platform,
  type PlatformReply,
  type PlatformRequest,
  type ServerOptions,
  type StatusBehaviour,
  startServer,
} from './server.ts'

// Receivers of messages: a program behind a webhook, Slack and ntfy. They accept what the real ones accept and refuse the rest.

const HUGE_BYTES = 5 * 1024 * 1024

// `resetInSeconds` becomes Retry-After, a redirect leads to `/elsewhere`, and the code `huge` sends a body of 5 MiB.
function refuse({ status, resetInSeconds, code }: StatusBehaviour): PlatformReply {
  return {
    status,
    headers: {
      'content-type': 'text/plain',
      ...(resetInSeconds === undefined ? {} : { 'retry-after': String(resetInSeconds) }),
      ...(status >= 300 && status < 400 ? { location: '/elsewhere' } : {}),
    },
    body: code === 'huge' ? 'x'.repeat(HUGE_BYTES) : `status ${status}`,
  }
}

export function startWebhookReceiver({ chaos, handle }: Partial<ServerOptions> = {}): Promise<Platform> {
  return startServer({ refuse, chaos, handle: handle ?? (() => ({ status: 200, body: 'thank you' })) })
}

// The path is the only secret.
export const SLACK_PATH = '/services/T00000000/B00000000/rahasia-sekali'

export function startSlack(): Promise<Platform> {
  return startServer({
    refuse,
    handle({ method, path, body }) {
      if (method !== 'POST' || path !== SLACK_PATH) return { status: 404, body: 'no_service' }
      const { text } = JSON.parse(body) as { text?: unknown }
      return typeof text === 'string' && text !== '' ? { status: 200, body: 'ok' } : { status: 400, body: 'no_text' }
    },
  })
}

const NTFY_BYTES_MAX = 4_096

export function startNtfy(): Promise<Platform> {
  return startServer({ refuse, handle: publish })
}

function publish({ method, path, body }: PlatformRequest): PlatformReply {
  if (method !== 'POST' || path !== '/')
    return { status: 404, body: { code: 40401, http: 404, error: 'page not found' } }
  const { topic, message } = JSON.parse(body) as { topic?: unknown; message?: unknown }
  if (typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
    return { status: 400, body: { code: 40009, http: 400, error: 'invalid request: topic invalid' } }
  if (typeof message !== 'string' || Buffer.byteLength(message) > NTFY_BYTES_MAX)
    return { status: 413, body: { code: 41301, http: 413, error: 'message too large' } }
  return { status: 200, body: { id: 'hwQ2YpKdmg', event: 'message', topic, message } }
}
