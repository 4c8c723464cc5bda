import { Readable } from 'node:stream'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Refusal } from '../domain/problem.ts'
import { explainValidation } from './errors.ts'
import { reasonOfFault } from './reason.ts'

// What a query says is text, so numbers are read from it. A JSON body says what it means: `"1"` is not 1.
const options = { allErrors: false, removeAdditional: false, useDefaults: true, strict: false } as const
const queries = withFormats(new Ajv({ ...options, coerceTypes: true }))
const bodies = withFormats(new Ajv({ ...options, coerceTypes: false }))

function withFormats(ajv: Ajv): Ajv {
  // The package's types describe its CommonJS form.
  const add = addFormats as unknown as (ajv: Ajv) => void
  add(ajv)
  return ajv
}

// Compiling the schemas of all routes takes most of the time of a start: each is compiled when it is first used.
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? bodies : queries
  let compiled: ValidateFunction | undefined
  const validate = (value: unknown) => {
    compiled ??= ajv.compile(schema)
    const valid = compiled(value)
    validate.errors = compiled.errors ?? null
    return valid
  }
  validate.errors = null as ErrorObject[] | null
  return validate
}

// The same rules for what is read from elsewhere than a request, such as the options of a command.
export function readQuery<S extends TSchema>(schema: S, values: Readonly<Record<string, unknown>>): Static<S> {
  const query = { ...values }
  const validate = queries.compile(schema)
  if (validate(query)) return query as Static<S>
  const [fault] = validate.errors ?? []
  throw new Refusal('invalid', explainValidation(fault, 'query'), reasonOfFault(fault))
}

// What a schema finds wrong first with a value of a body.
export function findFault(schema: TSchema, value: unknown): ErrorObject | null {
  const validate = bodies.compile(schema)
  return validate(value) ? null : (validate.errors?.[0] ?? null)
}

// Refuses text that the database cannot hold as it is: PostgreSQL stores no NUL, and half of a surrogate pair is replaced in text and
// refused in jsonb. The error names the field.
export function refuseUnstorable(request: FastifyRequest): void {
  for (const [location, value] of [
    ['query', request.query],
    ['path', request.params],
    ['body', request.body],
  ] as const)
    refuseUnstorableIn(location, value)
}

export function refuseUnstorableIn(location: string, value: unknown): void {
  const found = findUnstorable(value, '', 0)
  if (found !== null)
    throw new Refusal('invalid', `${found.field || 'A value'} in the ${location} must not contain ${found.what}.`, [
      'characters',
      found.field,
    ])
}

interface Unstorable {
  readonly field: string
  readonly what: string
}

const DEPTH_MAX = 20

function findUnstorable(value: unknown, field: string, depth: number): Unstorable | null {
  if (typeof value === 'string') {
    const what = faultOf(value)
    return what === null ? null : { field, what }
  }
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return null
  // A stream is checked where it is read.
  if (value instanceof Readable) return null
  for (const [key, inner] of Object.entries(value)) {
    const what = faultOf(key)
    if (what !== null) return { field, what }
    const found = findUnstorable(inner, field === '' ? key : `${field}.${key}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

function faultOf(text: string): string | null {
  if (text.includes('\0')) return 'the character NUL'
  return text.isWellFormed() ? null : 'half of a character (a lone surrogate)'
}
