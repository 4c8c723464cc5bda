import { PantauError, UnreachableError } from '../../../client/src/index.ts'
import type { FirstText, Text } from './id.ts'

// Describes an error in the user's language: by the reason that the server gave, where the texts of pages are loaded, and otherwise by its
// status. The message itself is English, for programs.
export function describeError(error: Error, text: FirstText & Partial<Pick<Text, 'describeReason'>>): string {
  if (error instanceof UnreachableError) return text.failure.unreachable
  if (!(error instanceof PantauError)) return text.failure.server
  const described = error.reason === null ? null : text.describeReason?.(error.reason)
  return described ?? describeStatus(error, text.failure, text.login.expired)
}

function describeStatus(
  { status, retryAfterSeconds }: PantauError,
  failure: FirstText['failure'],
  expired: string,
): string {
  if (status >= 500) return failure.server
  if (status === 401) return expired
  if (status === 403) return failure.forbidden
  if (status === 404) return failure.gone
  if (status === 409) return failure.conflict
  return status === 429 ? failure.tooMany(retryAfterSeconds ?? 60) : failure.refused
}
