export type { CallOptions, Input, Schemas } from './calls.ts'
export {
  ConflictError,
  errorOf,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  PantauError,
  QuotaError,
  RateLimitedError,
  type Reason,
  RefusedError,
  RunFailedError,
  UnauthorizedError,
  UnavailableError,
  UnreachableError,
} from './errors.ts'
export type { EventOptions, PantauEvent } from './events.ts'
export { createPantau, type Pantau, type PantauOptions } from './pantau.ts'
export type { WaitOptions } from './runs.ts'
export type { components, operations, paths } from './schema.ts'
export type {
  ExportedFile,
  ExportQuery,
  FileOptions,
  ImportBody,
  ImportLine,
  ImportOptions,
  ImportPreview,
  ImportQuery,
  ImportReport,
  PreviewQuery,
} from './transfer.ts'
