import type { TSchema } from 'typebox'
import type { App } from './server.ts'
import { WireError } from './wire.ts'

// What an operation really answers: its own success, the errors it names, and those any operation can give (a malformed request, a failure, overload).
export function answers(success: Readonly<Record<number, TSchema>>, ...errors: number[]): Record<number, TSchema> {
  const declared: Record<number, TSchema> = { ...success }
  for (const status of [400, ...errors, 500, 503]) declared[status] = WireError
  return declared
}

// Whatever is not a mere reading can also be sent by a cookie without its header, with a body that is too large or one that we do
// not read, whether the operation wants a body or not.
export function declareRefusals(app: App): void {
  app.addHook('onRoute', ({ method, schema }) => {
    if (schema?.response === undefined || method === 'GET' || method === 'HEAD') return
    const isGuarded = schema.security !== undefined
    schema.response = { 413: WireError, 415: WireError, ...(isGuarded ? { 403: WireError } : {}), ...schema.response }
  })
}
