import { PLATFORM_ID_MAX } from '../../domain/post.ts'
import { SourceError } from '../source.ts'

// Parses JSON and keeps every integer that is not a safe integer as a string of its digits: TikTok sends 19-digit ids as
// numbers, and 7028743950684949650 would silently become 7028743950684950000. Strings become well-formed: an escape may stand for half of a character.
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return parse(new TextDecoder().decode(bytes), readValue)
  } catch {
    throw new SourceError('unreadable', 'The response is not JSON.')
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

// TypeScript's declaration of JSON.parse lacks the third argument of the reviver.
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

const readValue: Reviver = (_key, value, { source }) => {
  if (typeof value === 'string') return value.toWellFormed()
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value)
  return isLong && source !== undefined && /^-?\d+$/.test(source) ? source : value
}

// The readers below never throw: a missing value, or one of another type, is read as empty.

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

// An id is a string of printable characters or a safe integer.
export function asId(value: unknown): string | null {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof id === 'string' && id.length <= PLATFORM_ID_MAX && /^[\x21-\x7e]+$/.test(id) ? id : null
}

const LINK_MAX = 2_048

// A link that people may click on: http or https and nothing else.
export function asLink(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LINK_MAX || !/^https?:\/\//i.test(value)) return null
  return URL.canParse(value) ? new URL(value).href : null
}

// A counter, as a number or as the string of digits that YouTube sends. Hidden counters are absent and read as 0.
export function asCount(value: unknown): number {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

// An ISO 8601 instant with a zone, including the Graph API's `+0000` without a colon. Null for anything else.
export function asInstant(value: unknown): Date | null {
  if (typeof value !== 'string' || !INSTANT.test(value)) return null
  const date = new Date(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(date.getTime()) ? null : date
}
