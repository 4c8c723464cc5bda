import type { Reason } from './reason.ts'

export type ProblemKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'not-acceptable'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media'
  | 'too-many'
  // Something that the operator has not set up.
  | 'not-set-up'
  | 'unavailable'

// An error the caller can fix. The message says what to do; `api` maps the kind to a status, the command line prints the message.
export class Problem extends Error {
  readonly kind: ProblemKind

  constructor(kind: ProblemKind, message: string) {
    super(message)
    this.name = 'Problem'
    this.kind = kind
  }
}

// A problem that people may see on a screen, in their language: the reason says in which words. What the API can throw is one.
export class Refusal extends Problem {
  readonly reason: Reason
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ProblemKind, message: string, reason: Reason, retryAfterSeconds?: number) {
    super(kind, message)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

// With a field, the message begins with its name.
export function notFound(thing: string, id: string, field?: string): Refusal {
  const message = field === undefined ? `No ${thing} has the id "${id}".` : `${field}: no ${thing} has the id "${id}".`
  return new Refusal('not-found', message, ['gone'])
}
