import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { errorBody } from './errors.ts'
import examples from './wire/examples.json' with { type: 'json' }
import { meaningOf } from './wire/parameters.ts'

type Json = unknown
type Node = Record<string, Json>

interface Media {
  schema?: Node
  example?: Json
}

interface Response {
  description: string
  headers?: Node
  content?: Record<string, Media>
}

interface Example {
  readonly request?: Readonly<Record<string, Json>>
  readonly responses: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

interface Operation {
  readonly operationId: string
  // Absent where no key is accepted.
  readonly 'x-scope'?: string
  readonly parameters?: { readonly name: string; required?: boolean; description?: string; readonly schema: Node }[]
  readonly requestBody?: { readonly content: Record<string, Media> }
  readonly responses: Record<string, Response | { $ref: string }>
}

export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { headers?: Node; schemas?: Node; responses?: Node }
}

const SUCCESSES: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: it is done a little later.',
}

const FAILURES: Readonly<Record<string, string>> = {
  400: 'The request is not valid; the message names the field and the rule.',
  401: 'No valid token or key was sent.',
  403: 'The account or the key may not do this; the message names the missing scope. Or the session cookie came without the header X-Pantau-Request.',
  404: 'What the request refers to does not exist, or belongs to another account.',
  406: 'No format that the client accepts can be sent.',
  408: 'The request was not sent to its end in time.',
  409: 'The request contradicts the present state; the message says how.',
  413: 'The body is too large.',
  415: 'The type of the body is not read here.',
  417: 'The header Expect has a value other than 100-continue.',
  429: 'Too many attempts, or too many requests of one key.',
  431: 'The headers are too large.',
  500: 'A failure of the service; the log has the details under the request id of the message.',
  503: 'The service is overloaded, or it is stopping.',
}

const COUNT = { type: 'integer', minimum: 0 }
const RETRY_AFTER = { description: 'Seconds to wait before the next attempt.', schema: COUNT }
// Sent with every response to a request with a key.
const KEY_HEADERS: Readonly<Record<string, string>> = {
  'RateLimit-Limit': 'How many requests a key may make in a minute. Only with a key.',
  'RateLimit-Remaining': 'How many are left in this minute. Only with a key.',
  'RateLimit-Reset': 'Seconds until the next minute begins. Only with a key.',
}
const KEY_HEADER_REFS = Object.fromEntries(
  Object.keys(KEY_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
const REASON = {
  description:
    'Why, as a code with its values, to say it in other words than the message: "code=tooShort&value=group&value=2", encoded like a query. Absent where the status says all.',
  schema: { type: 'string' },
}
const SCHEME = { description: 'The accepted scheme.', schema: { type: 'string', const: 'Bearer' } }
const FAILURE_HEADERS: Readonly<Record<string, Node>> = {
  401: { 'WWW-Authenticate': { ...SCHEME, required: true } },
  429: { 'Retry-After': { ...RETRY_AFTER, required: true }, ...KEY_HEADER_REFS },
  // Only when the database was lost: it may return in a moment.
  500: { 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': { ...RETRY_AFTER, required: true } },
}

// Makes the generated document one that generated clients can use: what has a default is not required, schemas and failures have a
// name and are written once.
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas: Node = {}
  const responses: Node = {}
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => [path, operation] as const),
  )
  for (const [path, operation] of operations) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.schema.default !== undefined) parameter.required = false
      const meaning = parameter.description ?? meaningOf(path, parameter.name)
      if (meaning !== undefined) parameter.description = meaning
    }
    nameBody(operation)
    addExamples(operation)
    for (const media of Object.values(operation.requestBody?.content ?? {})) shareSchema(media, schemas)
    for (const [status, response] of Object.entries(operation.responses)) {
      const shared = shareResponse(status, response as Response, { schemas, responses })
      const takesKey = operation['x-scope'] !== undefined && !('$ref' in shared)
      operation.responses[status] = takesKey
        ? { ...shared, headers: { ...shared.headers, ...KEY_HEADER_REFS } }
        : shared
    }
  }
  const headers = Object.entries(KEY_HEADERS).map(([name, description]) => [name, { description, schema: COUNT }])
  Object.assign(document.components, {
    headers: { Reason: REASON, ...Object.fromEntries(headers) },
    schemas: sorted(schemas),
    responses: sorted(responses),
  })
  return document
}

// The body of an operation that shares it with no other is named after the operation.
function nameBody({ operationId, requestBody }: Operation): void {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || schema.title !== undefined || schema.properties === undefined) return
  schema.title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`
}

// Recorded from real requests and responses; how is said in test/contract/record-examples.ts.
function addExamples({ operationId, requestBody, responses }: Operation): void {
  const example = (examples as Readonly<Record<string, Example>>)[operationId]
  const add = (content: Record<string, Media> | undefined, byType: Readonly<Record<string, Json>> | undefined) => {
    for (const [type, media] of Object.entries(content ?? {})) {
      if (byType?.[type] !== undefined) media.example = byType[type]
    }
  }
  add(requestBody?.content, example?.request)
  for (const [status, response] of Object.entries(responses)) {
    add((response as Response).content, example?.responses[status])
  }
}

function shareSchema(media: Media, schemas: Node): void {
  if (media.schema !== undefined) media.schema = share(media.schema, schemas) as Node
}

function shareResponse(
  status: string,
  response: Response,
  shared: { schemas: Node; responses: Node },
): Response | { $ref: string } {
  const isError = response.content?.['application/json']?.schema?.title === 'Error'
  for (const media of Object.values(response.content ?? {})) shareSchema(media, shared.schemas)
  if (!isError) {
    const isDescribed = response.description !== 'Default Response'
    return { ...response, description: isDescribed ? response.description : (SUCCESSES[status] ?? 'The response.') }
  }
  const name = (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '')
  const description = FAILURES[status] ?? 'The request failed.'
  const schema = response.content?.['application/json']?.schema
  shared.responses[name] = {
    description,
    headers: { Reason: { $ref: '#/components/headers/Reason' }, ...FAILURE_HEADERS[status] },
    content: { 'application/json': { schema, example: errorBody(Number(status), description) } },
  }
  return { $ref: `#/components/responses/${name}` }
}

// Replaces each schema that has a name by a reference to it.
function share(node: Json, schemas: Node): Json {
  if (Array.isArray(node)) return node.map((item) => share(item, schemas))
  if (typeof node !== 'object' || node === null) return node
  const { title, 'x-described-as': other, ...rest } = node as Node
  if (other !== undefined) return { $ref: `#/components/schemas/${other}` }
  const isNamed = typeof title === 'string'
  const inner = Object.fromEntries(
    Object.entries(isNamed ? rest : node).map(([key, value]) => [key, share(value, schemas)]),
  )
  if (!isNamed) return inner
  if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], inner)) {
    throw new Error(`Two schemas are called ${title}.`)
  }
  schemas[title] = inner
  return { $ref: `#/components/schemas/${title}` }
}

function sorted(entries: Node): Node {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}
