import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { CHANNELS_MAX } from '../domain/alert.ts'
import { CHANNEL_KINDS, CHANNEL_NAME_MAX, CHANNEL_URL_MAX, type ChannelKind } from '../domain/channel.ts'
import { testContent } from '../domain/notices.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Pool } from '../store/db.ts'
import {
  addChannel,
  findBotName,
  findChannel,
  listChannels,
  lockOwnChannel,
  removeChannel,
  rotateSecret,
} from '../store/watching/channels.ts'
import {
  findDelivery,
  findWaitingTest,
  type ListedDelivery,
  listDeliveries,
  lockDelivery,
  sendAgain,
} from '../store/watching/deliveries.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { addMessage } from '../store/watching/outbox.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { applyChange } from './channel-change.ts'
import { beginConfirmation } from './channel-confirm.ts'
import { availableKinds, readSettings } from './channel-settings.ts'
import { toWireChannel, toWireDelivery } from './convert-channels.ts'
import { CursorQuery } from './paging.ts'
import { routesOf } from './route.ts'
import {
  WireChannel,
  WireChannelSecret,
  WireChannels,
  WireDeliveries,
  WireDelivery,
  WireNewChannel,
} from './wire/channel.ts'
import { WireConfirmation, words } from './wire/fields.ts'

const SECRET_BYTES = 32
// After a rotation, the previous secret signs as well for so long.
const OLD_SECRET_HOURS = 24

const settingFields = {
  url: Type.Optional(Type.String({ maxLength: CHANNEL_URL_MAX, description: 'webhook, slack, ntfy' })),
  topic: Type.Optional(Type.String({ maxLength: 100, description: 'ntfy' })),
  address: Type.Optional(Type.String({ maxLength: 300, description: 'email' })),
}
const Name = Type.String({ minLength: 1, maxLength: CHANNEL_NAME_MAX, pattern: '\\S' })
const NewChannelBody = Type.Object(
  { kind: words(CHANNEL_KINDS), name: Name, ...settingFields },
  { additionalProperties: false },
)
const ChannelChangeBody = Type.Object(
  {
    name: Type.Optional(Name),
    ...settingFields,
    enabled: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(
      Type.Literal(true, { description: 'A new code for a chat, or another confirmation of an e-mail address' }),
    ),
  },
  { additionalProperties: false },
)
const ById = Type.Object({ id: Type.String() })

// The API sends nothing itself: what is to be sent is written to the outbox.
export function addChannelRoutes(app: App, deps: ApiDeps): void {
  addCollectionRoutes(app, deps)
  addChangeRoutes(app, deps)
  addDeliveryRoutes(app, deps)
}

function addCollectionRoutes(app: App, deps: ApiDeps): void {
  const { pool } = deps
  const { user } = routesOf(pool, 'Channels')

  app.post(
    '/api/channels',
    user({
      id: 'addChannel',
      summary: 'Add a channel; its secret or code is shown once',
      description: 'Some kinds of channel must be confirmed before messages are delivered to them.',
      body: NewChannelBody,
      response: { 201: WireNewChannel },
      errors: [429],
    }),
    async (request, reply) => {
      const { kind, name, ...fields } = request.body
      const settings = readSettings(deps, kind, fields)
      const accountId = accountOf(request).id
      const secret = newSecret(kind)
      const state = kind === 'email' || kind === 'telegram' ? 'unconfirmed' : 'ready'
      const added = await pool.begin(async (tx) => {
        const channel = await addChannel(
          tx,
          { accountId, kind, name: name.trim(), settings, state, secret },
          CHANNELS_MAX,
        )
        if (channel === null) throw tooManyChannels()
        return { channel, code: await beginConfirmation(tx, channel) }
      })
      return reply.code(201).send({
        ...toWireChannel(added.channel),
        ...(kind === 'webhook' && secret !== null ? { secret } : {}),
        ...(added.code === null ? {} : { code: added.code, bot: await findBotName(pool) }),
      })
    },
  )

  app.get(
    '/api/channels',
    user({
      id: 'listChannels',
      summary: 'My channels',
      description: 'All my channels, and which kinds this installation can deliver to.',
      response: { 200: WireChannels },
    }),
    async (request) => ({
      data: (await listChannels(pool, accountOf(request).id)).map(toWireChannel),
      kinds: availableKinds(deps),
    }),
  )

  app.get(
    '/api/channels/:id',
    user({
      id: 'getChannel',
      summary: 'One of my channels',
      description: 'The channel with its state and how it is confirmed.',
      params: ById,
      response: { 200: WireChannel },
      errors: [404],
    }),
    async (request) =>
      toWireChannel(found(await findChannel(pool, accountOf(request).id, request.params.id), request.params.id)),
  )

  app.delete(
    '/api/channels/:id',
    user({
      id: 'removeChannel',
      summary: 'Delete a channel',
      description: 'Messages that wait for it are not delivered.',
      params: ById,
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      if (!(await removeChannel(pool, accountOf(request).id, id))) throw notFound('channel', id)
      return { message: 'The channel is deleted.' }
    },
  )
}

function addChangeRoutes(app: App, deps: ApiDeps): void {
  const { pool } = deps
  const { user } = routesOf(pool, 'Channels')

  app.patch(
    '/api/channels/:id',
    user({
      id: 'changeChannel',
      summary: 'Change a channel, switch it on or off, or confirm it again',
      description: 'Changes only the fields that are sent.',
      params: ById,
      body: ChannelChangeBody,
      response: { 200: WireNewChannel },
      errors: [404, 429],
    }),
    async (request) => {
      const { id } = request.params
      const changed = await pool.begin(async (tx) => {
        const channel = found(await lockOwnChannel(tx, accountOf(request).id, id), id)
        return applyChange(tx, deps, channel, request.body)
      })
      const shown = changed.code === null ? {} : { code: changed.code, bot: await findBotName(pool) }
      return { ...toWireChannel(changed.channel), ...shown }
    },
  )

  app.post(
    '/api/channels/:id/secret',
    user({
      id: 'renewChannelSecret',
      summary: `A new signing secret for a webhook; the old one signs too for ${OLD_SECRET_HOURS} hours`,
      description: 'The earlier secret remains valid for some time, so that the receiver can change over.',
      params: ById,
      response: { 200: WireChannelSecret },
      errors: [404, 409],
    }),
    async (request) => {
      const { id } = request.params
      const secret = createWebhookSecret()
      await pool.begin(async (tx) => {
        const { kind } = found(await lockOwnChannel(tx, accountOf(request).id, id), id)
        if (kind !== 'webhook')
          throw new Refusal('conflict', `A channel of the kind ${kind} signs nothing.`, ['misused'])
        await rotateSecret(tx, id, secret, OLD_SECRET_HOURS)
      })
      const expires = new Date(Date.now() + OLD_SECRET_HOURS * 3_600_000)
      return { secret, previous_expires_at: expires.toISOString() }
    },
  )
}

function addDeliveryRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Channels')

  app.post(
    '/api/channels/:id/test',
    user({
      id: 'testChannel',
      summary: 'Send a test message',
      description: 'Queues a message to the channel. While one waits, no second one is added.',
      params: ById,
      response: { 202: WireDelivery },
      errors: [404, 409],
    }),
    async (request, reply) => {
      const delivery = await addTest(pool, accountOf(request).id, request.params.id)
      return reply.code(202).send(toWireDelivery(delivery))
    },
  )

  app.get(
    '/api/channels/:id/deliveries',
    user({
      id: 'listDeliveries',
      summary: 'What a channel delivered, newest first',
      description: 'Each delivery with its attempts, read on with a cursor.',
      params: ById,
      querystring: Type.Object(CursorQuery),
      response: { 200: WireDeliveries },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const { cursor, limit } = request.query
      found(await findChannel(pool, accountOf(request).id, id), id)
      const deliveries = await listDeliveries(pool, id, { cursor: cursor ?? null, limit: limit + 1 })
      const data = deliveries.slice(0, limit)
      return { data: data.map(toWireDelivery), next: deliveries.length > limit ? (data.at(-1)?.id ?? null) : null }
    },
  )

  app.post(
    '/api/deliveries/:id/again',
    user({
      id: 'repeatDelivery',
      summary: 'Deliver a message again',
      description: 'Queues the same message with the same id again.',
      params: ById,
      response: { 202: WireDelivery },
      errors: [404, 409],
    }),
    async (request, reply) => {
      const delivery = await repeat(pool, accountOf(request).id, request.params.id)
      return reply.code(202).send(toWireDelivery(delivery))
    },
  )
}

// One at a time: while a test waits, a second one is the same.
async function addTest(pool: Pool, accountId: string, id: string): Promise<ListedDelivery> {
  return pool.begin(async (tx) => {
    const channel = found(await lockOwnChannel(tx, accountId, id), id)
    refuseUnready(channel.state)
    const waiting = await findWaitingTest(tx, channel.id)
    if (waiting !== null) return waiting
    const content = testContent(await readLanguage(tx, accountId), channel.name)
    const data = { test: true, channel_id: channel.id }
    const messageId = await addMessage(tx, {
      accountId,
      type: 'test',
      incidentId: null,
      data,
      content,
      channels: [channel],
    })
    return (await findDelivery(tx, channel.id, messageId)) as ListedDelivery
  })
}

async function repeat(pool: Pool, accountId: string, id: string): Promise<ListedDelivery> {
  return pool.begin(async (tx) => {
    const delivery = await lockDelivery(tx, accountId, id)
    if (delivery === null) throw notFound('delivery', id)
    if (delivery.state === 'sending')
      throw new Refusal('conflict', 'The message is being delivered at this moment.', ['delivering'])
    refuseUnready(found(await findChannel(tx, accountId, delivery.channelId), delivery.channelId).state)
    await sendAgain(tx, delivery.id)
    return (await findDelivery(tx, delivery.channelId, delivery.messageId)) as ListedDelivery
  })
}

function refuseUnready(state: 'ready' | 'unconfirmed' | 'off'): void {
  if (state === 'off') throw new Refusal('conflict', 'The channel is off. Switch it on first.', ['channelOff'])
  if (state === 'unconfirmed')
    throw new Refusal('conflict', 'The channel is not confirmed yet.', ['channelUnconfirmed'])
}

function tooManyChannels(): Refusal {
  return new Refusal('invalid', `You can have at most ${CHANNELS_MAX} channels.`, ['tooManyOf', CHANNELS_MAX])
}

function newSecret(kind: ChannelKind): string | null {
  if (kind === 'webhook') return createWebhookSecret()
  return kind === 'email' ? randomBytes(SECRET_BYTES).toString('base64url') : null
}

function createWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

function found<T>(channel: T | null, id: string): T {
  if (channel === null) throw notFound('channel', id)
  return channel
}
