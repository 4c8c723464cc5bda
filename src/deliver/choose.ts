import type { ChannelKind } from '../domain/channel.ts'
import type { MessageType } from '../domain/message.ts'
import type { DueDelivery } from '../store/watching/deliveries.ts'

// What opens within this time of a message goes into one message after it.
export const GROUP_MS = 10 * 60_000
// More messages than this within an hour are held until the hour is over, and then sent as one.
export const HOURLY_MAX = 10
const HOUR_MS = 3_600_000

export interface ChoiceInput {
  readonly kind: ChannelKind
  readonly now: Date
  readonly groupUntil: Date | null
  // Oldest message first.
  readonly due: readonly DueDelivery[]
  // When the last messages were delivered, newest first.
  readonly sentTimes: readonly Date[]
}

export type Choice =
  // `grouped` are carried by the same message. With `opensWindow`, what opens soon after it is grouped.
  | { readonly send: string; readonly grouped: readonly string[]; readonly opensWindow: boolean }
  | { readonly hold: readonly string[]; readonly until: Date }

// What to do next with a channel; null when nothing is due. A webhook is read by programs, which want every message by itself.
export function choose(input: ChoiceInput): Choice | null {
  const { kind, due } = input
  const single = due.find((delivery) => kind === 'webhook' || !isGroupable(delivery))
  if (single !== undefined) return { send: single.id, grouped: [], opensWindow: false }
  return chooseIncident(input)
}

// People get few messages. All of `due` are about incidents, on their first attempt.
function chooseIncident({ now, groupUntil, due, sentTimes }: ChoiceInput): Choice | null {
  const [first] = due
  if (first === undefined) return null
  const ids = due.map(({ id }) => id)
  const full = sentTimes[HOURLY_MAX - 1]
  if (full !== undefined && full.getTime() + HOUR_MS > now.getTime())
    return { hold: ids, until: new Date(full.getTime() + HOUR_MS) }
  const open = groupUntil !== null && groupUntil > now
  const opened = due.filter(({ type }) => type === 'incident.opened').map(({ id }) => id)
  if (open && opened.length > 0) return { hold: opened, until: groupUntil }
  // An update is not sent before what it updates.
  const early = due.find(({ afterEarlier }) => afterEarlier !== null && afterEarlier > now)
  if (early?.afterEarlier) return { hold: [early.id], until: early.afterEarlier }
  const held = due.filter((delivery) => delivery.held).map(({ id }) => id)
  const [carrier, ...grouped] = held
  if (carrier !== undefined) return { send: carrier, grouped, opensWindow: false }
  return { send: first.id, grouped: [], opensWindow: first.type === 'incident.opened' }
}

const GROUPABLE: readonly MessageType[] = ['incident.opened', 'incident.updated', 'incident.closed']

function isGroupable({ type, attempts, alone, state }: DueDelivery): boolean {
  return GROUPABLE.includes(type) && attempts === 0 && !alone && state === 'waiting'
}
