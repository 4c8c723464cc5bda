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
  | 'unavailable'

// Something the caller can mend. The message says what to do; `api` turns the kind into a status, the command line prints it.
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
