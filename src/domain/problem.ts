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
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ProblemKind, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'Problem'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
