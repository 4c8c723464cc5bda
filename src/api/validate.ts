import { Readable } from 'node:stream'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { Problem } from '../domain/problem.ts'

// What a query says is text, so numbers are read from it. A JSON body says what it means: `"1"` is not 1.
const options = { allErrors: false, removeAdditional: false, useDefaults: true, strict: false } as const
const queries = withFormats(new Ajv({ ...options, coerceTypes: true }))
const bodies = withFormats(new Ajv({ ...options, coerceTypes: false }))

function withFormats(ajv: Ajv): Ajv {
  // The package's types describe its CommonJS face.
  const add = addFormats as unknown as (ajv: Ajv) => void
  add(ajv)
  return ajv
}

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : queries).compile(schema)

// PostgreSQL cannot hold the character NUL, and nobody means it.
export function refuseNul(request: FastifyRequest): void {
  for (const [place, value] of [
    ['query', request.query],
    ['path', request.params],
    ['body', request.body],
  ] as const) {
    const field = findNul(value, '', 0)
    if (field !== null)
      throw new Problem('invalid', `${field || 'A value'} in the ${place} must not contain the character NUL.`)
  }
}

const DEPTH_MAX = 20

function findNul(value: unknown, path: string, depth: number): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return null
  // A body that streams is read where it is used.
  if (value instanceof Readable) return null
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes('\0')) return path
    const found = findNul(inner, path === '' ? key : `${path}.${key}`, depth + 1)
    if (found !== null) return found
  }
  return null
}
