import type { Channel, ChannelState, OffReason } from '../domain/channel.ts'
import { Refusal } from '../domain/problem.ts'
import type { Db } from '../store/db.ts'
import { changeChannel, dropDeliveries, switchOff } from '../store/watching/channels.ts'
import type { ApiDeps } from './app.ts'
import { beginConfirmation } from './channel-confirm.ts'
import { changeSettings, type SettingFields } from './channel-settings.ts'

export interface ChannelChangeRequest extends SettingFields {
  readonly name?: string
  readonly enabled?: boolean
  readonly confirm?: true
}

export interface ChangedChannel {
  readonly channel: Channel
  // For a chat that has to be connected again.
  readonly code: string | null
}

// Applies a change of the owner. An e-mail address that is new, or whose receiver unsubscribed, has to be confirmed.
export async function applyChange(
  tx: Db,
  deps: Pick<ApiDeps, 'refuseAddress' | 'settings'>,
  channel: Channel,
  change: ChannelChangeRequest,
): Promise<ChangedChannel> {
  const settings = changeSettings(deps, channel, change)
  if (change.confirm === true && channel.kind !== 'email' && channel.kind !== 'telegram')
    throw new Refusal('invalid', `confirm is not a field of the kind ${channel.kind}.`, ['invalid', 'confirm'])
  if (change.confirm === true && change.enabled === false)
    throw new Refusal('invalid', 'confirm and enabled: false exclude each other.', ['misused'])
  const moved = settings.address !== channel.settings.address
  const { state, offReason } = nextState(channel, change, moved)
  const changed = await changeChannel(tx, channel.id, {
    name: change.name?.trim() ?? channel.name,
    settings,
    state: state === 'off' ? channel.state : state,
    offReason: state === 'off' ? channel.offReason : null,
  })
  if (state === 'off') {
    await switchOff(tx, channel.id, offReason ?? 'owner')
    return { channel: { ...changed, state, offReason: offReason ?? 'owner' }, code: null }
  }
  const again = state === 'unconfirmed' && (channel.state !== 'unconfirmed' || moved || change.confirm === true)
  if (!again) return { channel: changed, code: null }
  // Nothing but the confirmation goes to an address that is not confirmed.
  await dropDeliveries(tx, channel.id, ['waiting'])
  return { channel: changed, code: await beginConfirmation(tx, changed) }
}

function nextState(
  channel: Channel,
  { enabled, confirm }: ChannelChangeRequest,
  moved: boolean,
): { readonly state: ChannelState; readonly offReason: OffReason | null } {
  const { kind, state, offReason, settings } = channel
  if (enabled === false) return { state: 'off', offReason: offReason ?? 'owner' }
  if (confirm === true) {
    // A confirmed address needs no second confirmation; a chat can be connected to another one.
    const needed = kind === 'telegram' || state !== 'ready' || moved
    return { state: needed ? 'unconfirmed' : 'ready', offReason: null }
  }
  if (moved && state !== 'off') return { state: 'unconfirmed', offReason: null }
  if (state !== 'off' || enabled !== true) return { state, offReason }
  const unknownChat = kind === 'telegram' && settings.chatId === undefined
  return { state: kind === 'email' || unknownChat ? 'unconfirmed' : 'ready', offReason: null }
}
