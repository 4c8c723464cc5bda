import { type ScheduleRule, TASKS, type Tasks } from '../domain/job.ts'
import type { Fetch } from '../sources/source.ts'
import type { Pool } from '../store/db.ts'
import { addJob } from '../store/jobs/jobs.ts'
import { hasOpenCodes, newCode, setCode } from '../store/watching/channels.ts'
import { queueDeliveries } from '../store/watching/deliveries.ts'
import { connectChats } from './connect-telegram.ts'
import { type DeliverDeps, deliverChannel } from './deliver.ts'
import { createEmailSender } from './email.ts'
import { createNtfySender } from './ntfy.ts'
import { createSlackSender } from './slack.ts'
import { createTelegramSender, openTelegram } from './telegram.ts'
import { createWebhookSender } from './webhook.ts'

export interface DeliverSettings {
  readonly publicUrl: URL | null
  readonly telegram: { readonly token: string; readonly url: URL } | null
  readonly email: { readonly smtpUrl: string; readonly from: string } | null
}

export interface DeliverOptions {
  readonly pool: Pool
  readonly settings: DeliverSettings
  // One request at a time per host, so the connection that waits for chats has its own.
  readonly fetch: Fetch
  readonly pollFetch: Fetch
}

const CHANNELS_MAX = 200
const CONFIRM_MINUTES = 48 * 60

// All tasks and rules of delivery, to be passed to the worker and the schedule, which know none by name.
export function deliverTasks(options: DeliverOptions): Tasks {
  const { pool, settings, pollFetch } = options
  const deps = openDeps(options)
  const telegram = settings.telegram === null ? null : openTelegram(pollFetch, settings.telegram)
  return {
    [TASKS.deliver]: (job, context) => deliverChannel(deps, job.key, context),
    ...(telegram === null ? {} : { [TASKS.connectTelegram]: (_, context) => connectChats(pool, telegram, context) }),
  }
}

export function deliverRules({ pool, settings }: DeliverOptions): ScheduleRule[] {
  return [
    { name: 'due deliveries', everySeconds: 1, queueDue: () => queueDeliveries(pool, CHANNELS_MAX) },
    {
      name: 'chats to connect',
      everySeconds: 2,
      async queueDue() {
        if (settings.telegram !== null && (await hasOpenCodes(pool, 'telegram')))
          await addJob(pool, { task: TASKS.connectTelegram, key: 'all' })
      },
    },
  ]
}

function openDeps({ pool, settings, fetch }: DeliverOptions): DeliverDeps {
  const { publicUrl, email } = settings
  const telegram = settings.telegram === null ? null : openTelegram(fetch, settings.telegram)
  const createCode = async (channelId: string) => {
    const code = newCode()
    await setCode(pool, channelId, code, CONFIRM_MINUTES)
    return code
  }
  return {
    pool,
    publicUrl,
    senders: {
      webhook: createWebhookSender(fetch, () => new Date()),
      slack: createSlackSender(fetch),
      ntfy: createNtfySender(fetch),
      telegram: createTelegramSender(telegram),
      email: createEmailSender(email === null || publicUrl === null ? null : { ...email, publicUrl, createCode }),
    },
  }
}
