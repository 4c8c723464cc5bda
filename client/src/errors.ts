import type { components } from './schema.ts'

type Job = components['schemas']['Job']

/** The service may send codes that this version does not know. */
export interface Reason {
  readonly code: string
  readonly values: readonly string[]
}

/** The base of all errors of this package. `status` is 0 where no response led to it. */
export class PantauError extends Error {
  readonly status: number
  /** The name of the status, as the service sends it: "Not Found". */
  readonly code: string
  readonly retryAfterSeconds: number | null
  /** Why, as a code with its values, to say it in other words than the message; null where the service gave none. */
  readonly reason: Reason | null

  constructor(message: string, details: ErrorDetails = {}) {
    const { status = 0, code = '', retryAfterSeconds = null, reason = null, cause } = details
    super(message, cause === undefined ? {} : { cause })
    this.name = new.target.name
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.reason = reason
  }
}

interface ErrorDetails {
  readonly status?: number
  readonly code?: string
  readonly retryAfterSeconds?: number | null
  readonly reason?: Reason | null
  readonly cause?: unknown
}

/** 400 and other mistakes of a request: the message names the field and the rule. */
export class InvalidError extends PantauError {}
/** 401: the key, token or password is not valid, or no longer. */
export class UnauthorizedError extends PantauError {}
/** 403: the account or the key may not do this. */
export class ForbiddenError extends PantauError {}
/** 404: there is nothing with this id, or it belongs to another account. */
export class NotFoundError extends PantauError {}
/** 409: it contradicts the present state. */
export class ConflictError extends PantauError {}
/** 429: too many requests or attempts. */
export class RateLimitedError extends PantauError {}
/** 503: the service is overloaded or stopping. */
export class UnavailableError extends PantauError {}

/** There was no response: the network or the service is down, or the response was cut. */
export class UnreachableError extends PantauError {}

/** A run was not started. */
export class RefusedError extends PantauError {
  constructor(reason: string) {
    super(`The run was not started: ${reason}.`, { reason: { code: reason, values: [] } })
  }
}

/** A run was not started because the quota is used up. */
export class QuotaError extends RefusedError {}

export class RunFailedError extends PantauError {
  readonly job: Job

  constructor(job: Job) {
    super(job.detail ?? 'The run failed.')
    this.job = job
  }
}

const CLASSES: Readonly<Record<number, typeof PantauError>> = {
  400: InvalidError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidError,
  415: InvalidError,
  429: RateLimitedError,
  503: UnavailableError,
}

/** The error for a response: its status, its body as text or as JSON, and its headers. */
export function errorOf(status: number, body: unknown, headers: Pick<Headers, 'get'>): PantauError {
  const { error, message } = readBody(body)
  const seconds = Number(headers.get('retry-after') || Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null
  const details = { status, code: error, retryAfterSeconds, reason: readReason(headers.get('reason')) }
  return new (CLASSES[status] ?? PantauError)(message || `The service responded with status ${status}.`, details)
}

function readReason(header: string | null): Reason | null {
  const read = new URLSearchParams(header ?? '')
  const code = read.get('code')
  return code === null ? null : { code, values: read.getAll('value') }
}

interface ErrorBody {
  readonly error: string
  readonly message: string
}

// A proxy in between may have sent something else than the service's JSON.
function readBody(body: unknown): ErrorBody {
  if (typeof body === 'string') return readBody(parse(body))
  const { error, message } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>
  return { error: typeof error === 'string' ? error : '', message: typeof message === 'string' ? message : '' }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
