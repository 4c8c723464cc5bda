import { deliverRules, deliverTasks } from '../../src/deliver/tasks.ts'
import type { MessageContent, MessageType } from '../../src/domain/message.ts'
import { startSchedule } from '../../src/jobs/schedule.ts'
import { startWorkers } from '../../src/jobs/worker.ts'
import { openFetch } from '../../src/sources/http/fetch.ts'
import { newId } from '../../src/store/ids.ts'
import { addMessage } from '../../src/store/watching/outbox.ts'
import { startApi, type TestApi, type TestUser } from '../api.ts'
import { until } from '../processes/until.ts'

export const PUBLIC_URL = new URL('https://pantau.example.org/')

export interface DeliverOptions {
  readonly telegram?: { readonly token: string; readonly url: URL }
  readonly email?: { readonly smtpUrl: string; readonly from: string }
  readonly deadlineMs?: number
}

export interface DeliverFixture {
  readonly api: TestApi
  readonly user: TestUser
  addChannel(fields: Record<string, unknown>): Promise<{ id: string; secret: string; code: string }>
  // Writes a message to the user's outbox, as an evaluation does.
  send(channelIds: readonly string[], message?: SentMessage): Promise<string>
  // Its newest delivery first.
  deliveries(channelId: string): Promise<Delivery[]>
  untilDelivery(channelId: string, state: string): Promise<Delivery>
  // Makes everything that waits due now, as if the time had passed.
  skipPauses(channelId: string): Promise<void>
  inbox(): Promise<{ type: string; title: string }[]>
  close(): Promise<void>
}

export interface SentMessage {
  readonly type?: MessageType
  readonly incidentId?: string | null
  readonly content?: MessageContent
  readonly data?: Record<string, unknown>
  readonly notBefore?: Date
}

export interface Delivery {
  readonly id: string
  readonly message_id: string
  readonly type: string
  readonly title: string
  readonly state: string
  readonly grouped_into: string | null
  readonly attempts: number
  readonly next_at: string | null
  readonly status: number | null
  readonly detail: string | null
}

export const CONTENT: MessageContent = {
  title: 'Banjir Jakarta: 3 kali lebih banyak',
  blocks: [{ kind: 'text', text: '120 sebutan, biasanya 40.' }],
  links: [{ label: 'Buka di Pantau', url: 'https://pantau.example.org/projects/1' }],
}

// The API and the workers of delivery on one database, in this process. Loopback addresses are allowed.
export async function openDeliverFixture(options: DeliverOptions = {}): Promise<DeliverFixture> {
  const api = await startApi({ refuseAddress: () => null })
  const { pool } = api
  const deadlineMs = options.deadlineMs ?? 5_000
  const open = (hostSpacingMs: number) =>
    openFetch({ userAgent: 'Pantau/test', allowPrivate: true, hostSpacingMs, deadlineMs })
  const delivery = {
    pool,
    fetch: open(0),
    pollFetch: open(100),
    settings: { publicUrl: PUBLIC_URL, telegram: options.telegram ?? null, email: options.email ?? null },
  }
  const workers = startWorkers({ pool, tasks: deliverTasks(delivery), concurrency: 2, leaseSeconds: 5 })
  const schedule = startSchedule(deliverRules(delivery).map((rule) => ({ ...rule, everySeconds: 0.1 })))
  const user = await api.user()
  const deliveries = async (id: string) => (await user.get(`/api/channels/${id}/deliveries`)).body.data as Delivery[]
  return {
    api,
    user,
    deliveries,
    async addChannel(fields) {
      const { status, body } = await user.send('POST', '/api/channels', { name: 'Uji', ...fields })
      if (status !== 201) throw new Error(`The channel was not created: ${JSON.stringify(body)}`)
      return body
    },
    send: (channelIds, message = {}) =>
      pool.begin((tx) =>
        addMessage(tx, {
          accountId: user.id,
          type: message.type ?? 'brief',
          incidentId: message.incidentId ?? null,
          data: message.data ?? { seen: 120 },
          content: message.content ?? CONTENT,
          channels: channelIds.map((id) => ({
            id,
            ...(message.notBefore === undefined ? {} : { notBefore: message.notBefore }),
          })),
        }),
      ),
    async untilDelivery(channelId, state) {
      await until(`a delivery is ${state}`, async () => (await deliveries(channelId))[0]?.state === state, 20_000)
      return (await deliveries(channelId))[0] as Delivery
    },
    async skipPauses(channelId) {
      await pool`update channel set busy_until = null, group_until = null where id = ${channelId}`
      await pool`update delivery set next_at = now() where channel_id = ${channelId} and state = 'waiting'`
    },
    inbox: async () => (await user.get('/api/inbox')).body.data,
    async close() {
      await schedule.stop()
      await workers.stop()
      await api.close()
    },
  }
}

// An incident that messages can be about.
export async function addIncident({ api, user }: DeliverFixture): Promise<string> {
  const id = newId()
  await api.pool`
    insert into incident (id, account_id, kind, subject, opened_at, seen, peak, facts)
    values (${id}, ${user.id}, 'volume', ${id}, now(), 1, 1, '{}')`
  return id
}
