import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../store/ids.ts'

export const LINK_ACTIONS = ['acknowledge', 'snooze'] as const
export type LinkAction = (typeof LINK_ACTIONS)[number]

// The name of the key in the store.
export const LINK_KEY = 'incident-links'
const LINK_DAYS = 7

// A link in a message that needs no session: it is good for one action on one incident, until it expires.
export function signLink(key: Buffer, incidentId: string, action: LinkAction, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + LINK_DAYS * 86_400
  const signed = `${incidentId}.${action}.${expires}`
  return Buffer.from(`${signed}.${macOf(key, signed)}`).toString('base64url')
}

export function readLink(key: Buffer, token: string, now: Date): { incidentId: string; action: LinkAction } | null {
  const [incidentId = '', action = '', expires = '', mac = ''] = Buffer.from(token, 'base64url').toString().split('.')
  const expected = Buffer.from(macOf(key, `${incidentId}.${action}.${expires}`))
  const given = Buffer.from(mac)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const known = LINK_ACTIONS.find((name) => name === action)
  if (known === undefined || !isUuid(incidentId) || Number(expires) * 1000 < now.getTime()) return null
  return { incidentId, action: known }
}

function macOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
