import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { errorBody } from './errors.ts'

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

interface Operation {
  readonly operationId: string
  readonly parameters?: { required?: boolean; readonly schema: Node }[]
  readonly requestBody?: { readonly content: Record<string, Media> }
  readonly responses: Record<string, Response | { $ref: string }>
}

export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas?: Node; responses?: Node }
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

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 0 } },
}
const FAILURE_HEADERS: Readonly<Record<string, Node>> = {
  401: { 'WWW-Authenticate': { description: 'The accepted scheme.', schema: { type: 'string', const: 'Bearer' } } },
  429: RETRY_AFTER,
  500: RETRY_AFTER,
  503: RETRY_AFTER,
}

// Makes the generated document one that generated clients can use: what has a default is not required, schemas and failures have a
// name and are written once.
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas: Node = {}
  const responses: Node = {}
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.schema.default !== undefined) parameter.required = false
    }
    nameBody(operation)
    for (const media of Object.values(operation.requestBody?.content ?? {})) shareSchema(media, schemas)
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = shareResponse(status, response as Response, { schemas, responses })
    }
  }
  Object.assign(document.components, { schemas: sorted(schemas), responses: sorted(responses) })
  return document
}

// The body of an operation that shares it with no other is named after the operation.
function nameBody({ operationId, requestBody }: Operation): void {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || schema.title !== undefined || schema.properties === undefined) return
  schema.title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`
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
    ...(FAILURE_HEADERS[status] === undefined ? {} : { headers: FAILURE_HEADERS[status] }),
    content: { 'application/json': { schema, example: errorBody(Number(status), description) } },
  }
  return { $ref: `#/components/responses/${name}` }
}

// Replaces each schema that has a name by a reference to it.
function share(node: Json, schemas: Node): Json {
  if (Array.isArray(node)) return node.map((item) => share(item, schemas))
  if (typeof node !== 'object' || node === null) return node
  const { title, ...rest } = node as Node
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
