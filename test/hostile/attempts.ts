import type { InjectOptions } from 'fastify'
import type { Operation, Parameter } from './document.ts'
import type { Chance } from './random.ts'
import { edgeNumber, edgeText, fittingObject, fittingValue, NASTY_TEXTS, nastyValue, type Schema } from './values.ts'

export interface Tokens {
  readonly user: string
  readonly admin: string
  readonly expired: string
}

export interface Attempt {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK']
const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'application/json;charset=',
  'application/json; boundary="',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/csv',
  'application/x-ndjson',
  'text/xml',
  'application/octet-stream',
  '/',
  'json',
  ';',
  '',
  'a'.repeat(300),
]
const ACCEPTS = ['text/html', '*/*', 'application/json;q=0', '', ',,;q=', 'application/*;q=0.1', 'image/*', 'q=1']
const ENCODINGS = ['gzip', 'deflate', 'br', 'identity', 'chunked', 'x']

// A request that may be invalid in any part, or in several.
export function makeAttempt(operation: Operation, tokens: Tokens, known: readonly string[], chance: Chance): Attempt {
  const method = chance.happens(0.06) ? chance.pick(METHODS) : operation.method
  const payload = makeBody(operation, known, chance)
  const headers = makeHeaders(operation, tokens, payload !== undefined, chance)
  const attempt = { method, url: makeUrl(operation, known, chance), headers }
  return payload === undefined ? attempt : { ...attempt, payload }
}

export function toInject({ method, ...rest }: Attempt): InjectOptions {
  return { method: method as 'GET', ...rest }
}

function makeUrl({ path, parameters }: Operation, known: readonly string[], chance: Chance): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    if (chance.happens(0.05)) return chance.pick(['%', '%zz', '%ff', '%c0%af', '', '%2e%2e', 'a%2fb', '%00', '//', ';'])
    return encode(chance.happens(0.5) ? chance.pick(NASTY_TEXTS) : fittingValue(schema, name, known, chance))
  })
  const address = chance.happens(0.02) ? chance.pick([`${filled}/`, `/${filled}`, filled.toUpperCase()]) : filled
  const query = parameters.filter((one) => one.in === 'query').flatMap((one) => makeQuery(one, known, chance))
  if (chance.happens(0.05))
    query.push(chance.pick(['&&&', '=', '%', '%ff=%ff', '__proto__=1', 'a[b]=c', 'id[]=1', '?']))
  return query.length === 0 ? address : `${address}?${query.join('&')}`
}

function makeQuery(parameter: Parameter, known: readonly string[], chance: Chance): string[] {
  const { name, schema, required } = parameter
  if (chance.happens(required ? 0.15 : 0.5)) return []
  const kind = chance.under(10)
  if (kind === 0) return [name]
  if (kind === 1) return [`${name}=1`, `${name}=2`]
  if (kind < 5) return [`${name}=${encode(chance.pick(NASTY_TEXTS))}`]
  if (kind === 5) return [`${name}=${encode(edgeOf(schema, chance))}`]
  return [`${name}=${encode(fittingValue(schema, name, known, chance))}`]
}

function edgeOf(schema: Schema, chance: Chance): unknown {
  return schema.type === 'integer' ? edgeNumber(schema, chance) : edgeText(schema, chance)
}

// A lone surrogate has no percent-encoding; its bytes are sent instead, which are not valid UTF-8.
function encode(value: unknown): string {
  const text = String(value)
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80'
}

function makeHeaders({ path }: Operation, tokens: Tokens, hasBody: boolean, chance: Chance): Record<string, string> {
  const headers: Record<string, string> = makeCredentials(path, tokens, chance)
  if (hasBody) headers['content-type'] = chance.happens(0.12) ? chance.pick(CONTENT_TYPES) : 'application/json'
  if (chance.happens(0.15)) headers.accept = chance.pick(ACCEPTS)
  if (chance.happens(0.04)) headers['content-encoding'] = chance.pick(ENCODINGS)
  if (chance.happens(0.04)) headers['last-event-id'] = chance.pick(['-1', '1e9', 'x', '9'.repeat(40)])
  if (chance.happens(0.03)) headers.origin = 'https://example.com'
  if (chance.happens(0.03)) headers['x-forwarded-for'] = chance.pick(['127.0.0.1', 'x'.repeat(500), '::1, 8.8.8.8'])
  if (chance.happens(0.03)) headers['x-http-method-override'] = 'DELETE'
  if (chance.happens(0.03)) headers.range = 'bytes=0-1,5-'
  return headers
}

function makeCredentials(path: string, tokens: Tokens, chance: Chance): Record<string, string> {
  const valid = path.startsWith('/api/admin') ? tokens.admin : tokens.user
  const kind = chance.under(20)
  // An accepted event stream does not end; it is requested over a socket instead.
  const token = path === '/api/events' ? tokens.expired : valid
  if (kind < 13) return { authorization: `Bearer ${token}` }
  if (kind === 13) return { cookie: `pantau_session=${token}`, 'x-pantau-request': '1' }
  if (kind === 14) return { cookie: `pantau_session=${token}` }
  if (kind === 15) return { authorization: `Bearer ${path === '/api/events' ? tokens.expired : tokens.user}` }
  if (kind === 16) return { authorization: `Bearer ${tokens.expired}` }
  if (kind === 17)
    return {
      authorization: chance.pick([
        '',
        'Bearer',
        'Basic YTpi',
        `bearer\t${valid}`,
        'Bearer a b',
        `${'x'.repeat(4_000)}`,
      ]),
    }
  if (kind === 18) return { cookie: chance.pick(['pantau_session=%', 'pantau_session=', ';;;=', 'a'.repeat(3_000)]) }
  return {}
}

function makeBody({ body, method }: Operation, known: readonly string[], chance: Chance): string | Buffer | undefined {
  if (body === null) return method !== 'GET' && chance.happens(0.3) ? damageText('{"a":1}', chance) : undefined
  if (chance.happens(0.04)) return undefined
  const object = fittingObject(body, known, chance)
  // Mostly invalid in one field, where a check may be missing.
  if (chance.happens(0.75)) spoil(object, body, chance)
  const text = JSON.stringify(chance.happens(0.05) ? nastyValue(chance) : object) ?? ''
  return chance.happens(0.12) ? damageText(text, chance) : text
}

function spoil(object: Record<string, unknown>, schema: Schema, chance: Chance): void {
  const names = [...Object.keys(schema.properties ?? {}), 'extra', '__proto__x']
  const name = chance.pick(names)
  const inner = schema.properties?.[name]
  if (chance.happens(0.2)) delete object[name]
  else if (inner?.type === 'string' && chance.happens(0.3)) object[name] = edgeText(inner, chance)
  else if (inner?.type === 'integer' && chance.happens(0.3)) object[name] = edgeNumber(inner, chance)
  else object[name] = nastyValue(chance)
}

function damageText(text: string, chance: Chance): string | Buffer {
  const at = chance.under(text.length + 1)
  const damages: (() => string | Buffer)[] = [
    () => text.slice(0, at),
    () => `${text.slice(0, at)}\u0000${text.slice(at)}`,
    () => `\ufeff${text}`,
    () => `${text},`,
    () => `${text}${text}`,
    () => text.replace('{', '{"__proto__":{"a":1},'),
    () => text.replace('{', '{"constructor":{"prototype":{"a":1}},'),
    () => text.replace(/:"[^"]*"/, ':1e400'),
    () => text.replace(/:"[^"]*"/, ':NaN'),
    () => text.replace(/:"[^"]*"/, ':"\\ud800"'),
    () => text.replace(/:"[^"]*"/, ':"\\u0000"'),
    () => `/* */${text}`,
    () => "{'a':1}",
    () => '',
    () => '['.repeat(5_000),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]),
  ]
  return chance.pick(damages)()
}
