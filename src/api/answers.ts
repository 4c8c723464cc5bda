import type { TSchema } from 'typebox'
import { WireError } from './wire.ts'

// What an operation really answers: its own success, the errors it names, and those any operation can give (a malformed request, a failure, overload).
export function answers(success: Readonly<Record<number, TSchema>>, ...errors: number[]): Record<number, TSchema> {
  const declared: Record<number, TSchema> = { ...success }
  for (const status of [400, ...errors, 500, 503]) declared[status] = WireError
  return declared
}
