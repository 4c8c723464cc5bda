import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './values.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Headers = Readonly<Record<string, { readonly required?: boolean }>>
interface Described {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly headers?: Headers; readonly content?: Content }>>
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

export interface CheckedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

// The document with everything that it refers to in its place. What is referred to twice is one object.
export function dereference<T extends object>(document: T): T {
  const resolved = new Map<string, unknown>()
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    if (!('$ref' in node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]))
    const reference = String(node.$ref)
    if (!resolved.has(reference)) resolved.set(reference, resolve(find(document, reference)))
    return resolved.get(reference)
  }
  return resolve(document) as T
}

function find(document: object, reference: string): unknown {
  let found: unknown = document
  for (const key of reference.slice('#/'.length).split('/')) found = (found as Record<string, unknown>)[key]
  return found
}

// A file that is imported may be JSON, but it has no fields.
function fieldsOf(schema: Schema | undefined): Schema | null {
  return schema?.type === 'object' ? schema : null
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(dereference(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: fieldsOf(requestBody?.content['application/json']?.schema),
    })),
  )
}

// Asserts that a response is what the document declares: its status, its content type and the shape of its body. A request that
// is not in the document may only be refused.
export function createResponseCheck(
  written: Document,
): (method: string, route: string, response: CheckedResponse) => void {
  const document = dereference(written)
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  const compiled = new Map<Schema, ValidateFunction>()
  const check = (schema: Schema, body: unknown) => {
    const validate = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, validate)
    assert.ok(validate(body), `${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 300)}`)
  }
  return (method, route, response) => {
    const { status, headers, text } = response
    assert.ok(status < 500, `${status} ${text.slice(0, 300)}`)
    const path = route.replace(/:(\w+)/g, '{$1}')
    const isHead = method === 'HEAD'
    const described = document.paths[path]?.[isHead ? 'get' : method.toLowerCase()]
    const type = String(headers['content-type'] ?? '').split(';')[0] as string
    if (described === undefined) {
      assert.ok(status >= 400, `${status}, though the document does not have it`)
      if (!isHead) checkError(status, type, text)
      return
    }
    const declared = described.responses[String(status)]
    assert.ok(declared, `${status} is not declared: ${text.slice(0, 300)}`)
    for (const [name, { required = false }] of Object.entries(declared.headers ?? {})) {
      assert.ok(!required || headers[name.toLowerCase()] !== undefined, `${status} was sent without ${name}`)
    }
    const content = Object.entries(declared.content ?? {}).find(([name]) => name.split(';')[0] === type)
    assert.ok(content, `${status} does not declare the type ${type}`)
    if (type === 'application/json' && !isHead) check(content[1].schema, JSON.parse(text))
  }
}

function checkError(status: number, type: string, text: string): void {
  assert.equal(type, 'application/json', text.slice(0, 200))
  const body = JSON.parse(text) as Record<string, unknown>
  assert.deepEqual(Object.keys(body).sort(), ['error', 'message', 'success'], `${status} ${text.slice(0, 200)}`)
  assert.equal(body.success, false)
}
