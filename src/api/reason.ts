import type { Reason } from '../domain/reason.ts'
import { cutText } from '../text/plain.ts'
import type { WireReason } from './wire/reason.ts'

// A value may quote what was sent.
const VALUE_MAX = 100

export function toWireReason([code, ...values]: Reason): WireReason {
  return { code, values: values.map((value) => cutText(String(value), VALUE_MAX)) }
}

// The header `Reason`: "code=tooShort&value=group&value=2". Encoded like a query, because a header holds only ASCII.
export function reasonHeader(reason: Reason): string {
  const { code, values } = toWireReason(reason)
  const header = new URLSearchParams({ code })
  for (const value of values) header.append('value', value)
  return header.toString()
}

// What a schema finds wrong first.
export interface SchemaFault {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
}

const LIMITS = {
  minLength: 'tooShort',
  maxLength: 'tooLong',
  minItems: 'tooFew',
  maxItems: 'tooMany',
  minProperties: 'tooFew',
  maxProperties: 'tooMany',
  minimum: 'tooSmall',
  exclusiveMinimum: 'tooSmall',
  maximum: 'tooLarge',
  exclusiveMaximum: 'tooLarge',
} as const

export function reasonOfFault(fault: SchemaFault | undefined): Reason {
  if (fault === undefined) return ['misused']
  const { keyword, instancePath } = fault
  const { missingProperty, additionalProperty, limit, format } = fault.params as Params
  const pathTo = (...more: string[]): string => [...instancePath.split('/').slice(1), ...more].join('.')
  if (missingProperty !== undefined) return ['required', pathTo(missingProperty)]
  if (additionalProperty !== undefined) return ['invalid', pathTo(additionalProperty)]
  if (instancePath === '') return ['misused']
  // A text of at least one character has to be filled in.
  if (limit === 1 && (keyword === 'minLength' || keyword === 'minItems')) return ['required', pathTo()]
  if (keyword === 'uniqueItems') return ['twice', pathTo()]
  if (format === 'email') return ['emailInvalid']
  const code = LIMITS[keyword as keyof typeof LIMITS]
  return code === undefined || limit === undefined ? ['invalid', pathTo()] : [code, pathTo(), limit]
}

interface Params {
  readonly missingProperty?: string
  readonly additionalProperty?: string
  readonly limit?: number
  readonly format?: string
}
