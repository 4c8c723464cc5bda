import type { ChannelKind } from '../domain/channel.ts'
import { pageAt } from '../domain/dashboard-link.ts'
import type { TaskContext, TaskOutcome } from '../domain/job.ts'
import type { MessageContent } from '../domain/message.ts'
import { channelOffContent, groupContent, inboxLabel } from '../domain/notices.ts'
import { log } from '../log.ts'
import type { Db, Pool } from '../store/db.ts'
import { dropDeliveries, switchOff } from '../store/watching/channels.ts'
import {
  type DueChannel,
  endAttempt,
  holdDeliveries,
  listDue,
  listSentTimes,
  lockChannel,
  pauseChannel,
  recordFailure,
  recordSuccess,
  type StartedDelivery,
  setGroupUntil,
  startDelivery,
} from '../store/watching/deliveries.ts'
import { addMessage } from '../store/watching/outbox.ts'
import { choose, GROUP_MS, HOURLY_MAX } from './choose.ts'
import type { Attempt, Sender } from './outcome.ts'
import { FAILING_MS_MAX, nextAttempt } from './pauses.ts'

export interface DeliverDeps {
  readonly pool: Pool
  readonly senders: Readonly<Record<ChannelKind, Sender>>
  // For links to the dashboard; null leaves them out.
  readonly publicUrl: URL | null
}

const DUE_MAX = 500
const STEPS_MAX = 100

// Delivers what is due on one channel, one message after the other. The queue has one job per channel, so no other worker does so;
// after the death of a worker, the next one finds its delivery under way and repeats it with the same id. A failure ends the job, so
// that a channel that hangs does not delay the others.
export async function deliverChannel(
  deps: DeliverDeps,
  channelId: string,
  { worker, signal }: TaskContext,
): Promise<TaskOutcome> {
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    signal.throwIfAborted()
    const next = await deps.pool.begin((tx) => takeNext(tx, channelId, worker))
    if (next === null) return 'done'
    if (next === 'held') continue
    const attempt = await send(deps, next, signal).catch((error: unknown) => explainFailure(error, signal))
    await deps.pool.begin((tx) => record(tx, next, worker, attempt))
    if (attempt.outcome !== 'delivered') return 'done'
  }
  return 'done'
}

interface Taken {
  readonly channel: DueChannel
  readonly delivery: StartedDelivery
}

async function takeNext(tx: Db, channelId: string, worker: string): Promise<Taken | 'held' | null> {
  const channel = await lockChannel(tx, channelId)
  if (channel === null) return null
  if (channel.state === 'off' || channel.isDisabled) {
    await dropDeliveries(tx, channelId, ['waiting', 'sending'])
    return null
  }
  const { kind, now, busyUntil, groupUntil } = channel
  if (busyUntil !== null && busyUntil > now) {
    await pauseChannel(tx, channelId, busyUntil)
    return null
  }
  // Those of a webhook are never grouped, so the first one is enough.
  const due = await listDue(tx, channelId, kind === 'webhook' ? 1 : DUE_MAX)
  const sentTimes = await listSentTimes(tx, channelId, HOURLY_MAX)
  const choice = choose({ kind, now, groupUntil, due, sentTimes })
  if (choice === null) return null
  if ('hold' in choice) {
    await holdDeliveries(tx, choice.hold, choice.until)
    return 'held'
  }
  if (choice.opensWindow) await setGroupUntil(tx, channelId, new Date(now.getTime() + GROUP_MS))
  return { channel, delivery: await startDelivery(tx, { id: choice.send, worker, grouped: choice.grouped }) }
}

async function send(
  { senders, publicUrl }: DeliverDeps,
  { channel, delivery }: Taken,
  signal: AbortSignal,
): Promise<Attempt> {
  const { messageId: id, type, createdAt, data } = delivery
  const { language } = channel
  const content = contentOf(channel, delivery, publicUrl)
  return senders[channel.kind]({ id, type, createdAt, data, content, language, channel }, signal)
}

// A message that cannot even be written must not block those after it.
function explainFailure(error: unknown, signal: AbortSignal): Attempt {
  if (signal.aborted) throw error
  log.error({ err: error }, 'a delivery failed unexpectedly')
  return { outcome: 'failed', status: null, detail: 'The message could not be sent; the log has the reason.' }
}

function contentOf(
  { language }: DueChannel,
  { content, carried }: StartedDelivery,
  publicUrl: URL | null,
): MessageContent {
  if (carried.length === 0) return content
  const links = publicUrl === null ? [] : [{ label: inboxLabel(language), url: pageAt(publicUrl.href, 'inbox') }]
  return groupContent(language, [content, ...carried], links)
}

// What became of an attempt, what it says about the channel, and the notice to its owner are one transaction.
async function record(tx: Db, { channel, delivery }: Taken, worker: string, attempt: Attempt): Promise<void> {
  const { outcome, status, detail, retryAt } = attempt
  // Locked first, as everywhere: the channel, then its deliveries.
  const locked = await lockChannel(tx, channel.id)
  if (locked === null) return
  const { attempts, firstAttemptAt } = delivery
  const nextAt =
    outcome === 'failed' && locked.state === channel.state
      ? nextAttempt({ attempts, firstAttemptAt, retryAt, now: locked.now, random: Math.random() })
      : null
  const state = outcome === 'delivered' ? 'delivered' : nextAt === null ? 'failed' : 'waiting'
  if (!(await endAttempt(tx, { id: delivery.id, worker, state, nextAt, status, detail }))) return
  log.info({ delivery: delivery.id, channel: channel.kind, attempts, outcome, status, state }, 'delivery attempted')
  if (outcome === 'delivered') {
    await recordSuccess(tx, channel.id)
    return
  }
  const failingSince = await recordFailure(tx, channel.id, retryAt ?? null)
  const failsForLong = failingSince !== null && locked.now.getTime() - failingSince.getTime() > FAILING_MS_MAX
  if (outcome === 'gone' || failsForLong)
    await giveUpChannel(tx, locked, outcome === 'gone' ? 'gone' : 'failing', detail)
}

async function giveUpChannel(tx: Db, channel: DueChannel, reason: 'gone' | 'failing', detail: string): Promise<void> {
  if (!(await switchOff(tx, channel.id, reason))) return
  await addMessage(tx, {
    accountId: channel.accountId,
    type: 'notice',
    incidentId: null,
    data: { notice: 'channel-off', channel_id: channel.id, reason },
    content: channelOffContent(channel.language, channel, reason, detail),
    channels: [],
  })
}
