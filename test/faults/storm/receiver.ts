import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Random } from '../../platforms/content.ts'
import { startWebhookReceiver } from '../../platforms/receivers.ts'

// The path is the only secret of a chat.
export const CHAT_PATH = '/rahasia-slack'

// The program behind a webhook, and a chat beside it. It is slow, fails and resets connections while it is disturbed, and remembers all that arrived.
export interface Receiver {
  readonly url: string
  // By the id of the request, what arrived under it.
  readonly arrived: ReadonlyMap<string, Arrival>
  disturb(isDisturbed: boolean): void
  // What is signed with another secret fails from now on.
  trust(secret: string): void
  // What no log may show.
  secrets(): string[]
  // Throws for a message that is unsigned, or that arrived in different forms.
  check(): void
  close(): Promise<void>
}

export interface Arrival {
  readonly bodies: Set<string>
  attempts: number
}

export async function openReceiver(random: Random): Promise<Receiver> {
  const arrived = new Map<string, Arrival>()
  const faults: string[] = []
  let disturbed = true
  let secret = ''
  const server = await startWebhookReceiver({
    handle({ path, headers, body }) {
      if (path === CHAT_PATH) return { status: 200, body: 'ok' }
      const id = String(headers['webhook-id'])
      const signed = `${id}.${headers['webhook-timestamp']}.${body}`
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
      if (headers['webhook-signature'] !== wanted) faults.push(`${id} is signed ${headers['webhook-signature']}`)
      const arrival = arrived.get(id) ?? { bodies: new Set(), attempts: 0 }
      arrival.bodies.add(body)
      arrival.attempts++
      arrived.set(id, arrival)
      return { status: 200, body: '' }
    },
    chaos() {
      if (!disturbed || !random.chance(0.3)) return null
      return random.pick([{ slowMs: 60 }, { slowMs: 300 }, { truncate: true }, { drop: true }, { status: 500 }])
    },
  })
  return {
    url: server.url,
    arrived,
    disturb: (isDisturbed) => {
      disturbed = isDisturbed
    },
    trust: (given) => {
      secret = given
    },
    secrets: () => [CHAT_PATH, secret.replace(/^whsec_/, '')],
    check() {
      assert.deepEqual(faults, [])
      for (const [id, { bodies }] of arrived) {
        assert.equal(bodies.size, 1, `${id} arrived with different bodies`)
        assert.equal(JSON.parse([...bodies].join()).id, id)
      }
    },
    close: () => server.close(),
  }
}
