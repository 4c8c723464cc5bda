import {
  type Channel,
  type ChannelKind,
  type ChannelSettings,
  EMAIL_ADDRESS_MAX,
  NTFY_TOPIC,
} from '../domain/channel.ts'
import { Refusal } from '../domain/problem.ts'
import type { ApiDeps } from './app.ts'

export interface SettingFields {
  readonly url?: string | undefined
  readonly topic?: string | undefined
  readonly address?: string | undefined
}

type Deps = Pick<ApiDeps, 'refuseAddress' | 'settings'>

const FIELDS: Readonly<Record<ChannelKind, readonly (keyof SettingFields)[]>> = {
  webhook: ['url'],
  slack: ['url'],
  ntfy: ['url', 'topic'],
  email: ['address'],
  telegram: [],
}

// The settings of a new channel. Throws a Problem that names the field and the rule.
export function readSettings(deps: Deps, kind: ChannelKind, fields: SettingFields): ChannelSettings {
  refuseUnavailable(deps, kind)
  const missing = FIELDS[kind].find((name) => fields[name] === undefined)
  if (missing !== undefined)
    throw new Refusal('invalid', `${missing} is required for a channel of the kind ${kind}.`, ['required', missing])
  return checkFields(deps, kind, fields)
}

// The settings of a channel after a change. A connected chat stays connected.
export function changeSettings(deps: Deps, channel: Channel, fields: SettingFields): ChannelSettings {
  return { ...channel.settings, ...checkFields(deps, channel.kind, fields) }
}

export function availableKinds({ settings }: Deps): ChannelKind[] {
  const { telegram, email } = settings.channels
  return ['webhook', 'slack', 'ntfy', ...(telegram ? ['telegram' as const] : []), ...(email ? ['email' as const] : [])]
}

function refuseUnavailable(deps: Deps, kind: ChannelKind): void {
  if (availableKinds(deps).includes(kind)) return
  const needed = kind === 'telegram' ? 'PANTAU_TELEGRAM_TOKEN' : 'PANTAU_SMTP_URL'
  throw new Refusal('invalid', `kind ${kind} cannot be used: the operator has not set ${needed}.`, ['kindOff', needed])
}

function checkFields(deps: Deps, kind: ChannelKind, { url, topic, address }: SettingFields): ChannelSettings {
  const foreign = Object.entries({ url, topic, address }).find(
    ([name, value]) => value !== undefined && !FIELDS[kind].includes(name as keyof SettingFields),
  )
  if (foreign !== undefined)
    throw new Refusal('invalid', `${foreign[0]} is not a field of the kind ${kind}.`, ['invalid', foreign[0]])
  return {
    ...(url === undefined ? {} : { url: checkUrl(deps, url) }),
    ...(topic === undefined ? {} : { topic: checkTopic(topic) }),
    ...(address === undefined ? {} : { address: checkAddress(address) }),
  }
}

function checkUrl({ refuseAddress }: Deps, text: string): string {
  const url = URL.parse(text.trim())
  if (url === null)
    throw new Refusal('invalid', 'url must be an address such as https://example.com/hook.', ['urlInvalid'])
  url.hash = ''
  const refusal = refuseAddress(url)
  if (refusal !== null) throw new Refusal('invalid', `url cannot be used: ${refusal.message}.`, refusal.reason)
  return url.href
}

function checkTopic(topic: string): string {
  if (NTFY_TOPIC.test(topic)) return topic
  throw new Refusal('invalid', 'topic must be 1 to 64 letters, digits, - or _.', ['topicInvalid'])
}

// Whether the address exists is known when it is confirmed.
const EMAIL_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

function checkAddress(text: string): string {
  const address = text.trim()
  if (address.length <= EMAIL_ADDRESS_MAX && EMAIL_ADDRESS.test(address)) return address
  throw new Refusal('invalid', 'address must be an e-mail address such as name@example.com.', ['emailInvalid'])
}
