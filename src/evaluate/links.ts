import { createHmac, timingSafeEqual } from 'node:crypto'
import { pageAt } from '../domain/dashboard-link.ts'
import { isUuid } from '../store/ids.ts'

export const LINK_ACTIONS = ['acknowledge', 'snooze'] as const
export type LinkAction = (typeof LINK_ACTIONS)[number]

// The name of the key in the store.
export const LINK_KEY = 'incident-links'
const LINK_DAYS = 7
const SIGNED_BYTES = 21
const MAC_BYTES = 16

// Links in a message that need no session: each is good for one action on one incident, until it expires.
export function incidentLinks(publicUrl: string, key: Buffer, incidentId: string, now: Date) {
  const link = (action: LinkAction) => pageAt(publicUrl, `a/${signLink(key, incidentId, action, now)}`)
  return { acknowledge: link('acknowledge'), snooze: link('snooze') }
}

// Short, because some platforms count the addresses of a message: the incident, the action, the second of expiry and a signature.
export function signLink(key: Buffer, incidentId: string, action: LinkAction, now: Date): string {
  const signed = Buffer.alloc(SIGNED_BYTES)
  signed.write(incidentId.replaceAll('-', ''), 'hex')
  signed.writeUInt8(LINK_ACTIONS.indexOf(action), 16)
  signed.writeUInt32BE(Math.floor(now.getTime() / 1000) + LINK_DAYS * 86_400, 17)
  return Buffer.concat([signed, macOf(key, signed)]).toString('base64url')
}

export function readLink(key: Buffer, token: string, now: Date): { incidentId: string; action: LinkAction } | null {
  const bytes = Buffer.from(token, 'base64url')
  // Only the one spelling of each token.
  if (bytes.length !== SIGNED_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null
  const signed = bytes.subarray(0, SIGNED_BYTES)
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(key, signed))) return null
  const action = LINK_ACTIONS[signed.readUInt8(16)]
  const incidentId = signed.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (action === undefined || !isUuid(incidentId) || signed.readUInt32BE(17) * 1000 < now.getTime()) return null
  return { incidentId, action }
}

// Half of the hash is enough for a signature that cannot be tried offline.
function macOf(key: Buffer, signed: Buffer): Buffer {
  return createHmac('sha256', key).update(signed).digest().subarray(0, MAC_BYTES)
}
