import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { createResponseCheck, type Document, type Operation, operationsOf } from './document.ts'
import { createChance } from './random.ts'
import { fittingValue, type Schema } from './values.ts'

// PostgreSQL replaces a lone surrogate in text, refuses it in jsonb, and stores NUL nowhere.
const UNSTORABLE = ['\ud800', 'x\udfffy', '\ude00\ud83d', 'a\u0000b', '\u0000']
// Unusual, but Unicode: noncharacters, private use, unassigned, and characters outside the basic plane up to every limit.
const UNUSUAL = [
  '\ufffe\uffff',
  '\u{1fffe}\u{10ffff}',
  '\ue000\u0378',
  ...[100, 255, 1_000, 20_000].map((n) => '😀'.repeat(n)),
]

type Path = readonly string[]

describe('every string of every operation', () => {
  let api: TestApi
  let user: TestUser
  let admin: TestUser
  let operations: Operation[]
  let checkResponse: ReturnType<typeof createResponseCheck>
  before(async () => {
    api = await startApi()
    user = await api.user()
    admin = await api.user({ roles: ['user', 'admin'] })
    await addTestProject(user)
    const document = (await api.request({ method: 'GET', url: '/openapi.json' })).body as Document
    operations = operationsOf(document)
    checkResponse = createResponseCheck(document)
  })
  after(() => api.close())

  async function send({ method, path }: Operation, url: string, body?: unknown) {
    const token = path.startsWith('/api/admin') ? admin.token : user.token
    const response = await api.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const { statusCode: status, headers, body: text } = response
    checkResponse(method, path, { status, headers, text })
    const isJson = String(headers['content-type']).includes('json')
    return { status, message: isJson ? String(response.json().message) : text }
  }

  test('a body with text that cannot be stored gets 400 with the name of the field', async () => {
    let fields = 0
    for (const operation of operations) {
      for (const path of operation.body === null ? [] : stringsOf(operation.body)) {
        fields++
        for (const text of UNSTORABLE) {
          const { status, message } = await send(operation, fill(operation), bodyWith(operation, path, text))
          assert.equal(status, 400, `${operation.method} ${operation.path} ${path.join('.')}: ${message}`)
          assert.ok(message.startsWith(`${path.join('.')} in the body must not contain`), message)
        }
      }
    }
    assert.ok(fields >= 25, `only ${fields} strings were found in the document`)
  })

  test('a name of a field that cannot be stored gets 400', async () => {
    for (const operation of operations.filter(({ body }) => body !== null)) {
      for (const text of UNSTORABLE) {
        const { status, message } = await send(operation, fill(operation), { [text]: 1 })
        assert.equal(status, 400)
        assert.match(message, /in the body must not contain/)
      }
    }
  })

  test('a query or a path with NUL gets 400 with the name of the parameter', async () => {
    let parameters = 0
    for (const operation of operations) {
      for (const { name, in: location } of operation.parameters.filter((one) => one.in !== 'header')) {
        parameters++
        const { status, message } = await send(operation, fill(operation, { [name]: 'a%00b' }))
        assert.equal(status, 400, `${operation.method} ${operation.path} ${name}: ${message}`)
        assert.ok(message.startsWith(`${name} in the ${location} must not contain`), message)
      }
    }
    assert.ok(parameters >= 50, `only ${parameters} parameters were found in the document`)
  })

  // Half of a character has no percent-encoding: its bytes are not UTF-8, and are not decoded.
  test('unusual text and bytes that are not UTF-8 get a declared response', async () => {
    for (const operation of operations) {
      // An accepted event stream does not end.
      if (operation.path === '/api/events') continue
      for (const path of operation.body === null ? [] : stringsOf(operation.body))
        for (const text of UNUSUAL) await send(operation, fill(operation), bodyWith(operation, path, text))
      for (const { name } of operation.parameters.filter((one) => one.in !== 'header'))
        for (const text of ['%ed%a0%80', '%ff', '%c3', ...UNUSUAL.slice(0, 4).map(encodeURIComponent)])
          await send(operation, fill(operation, { [name]: text }))
    }
  })
})

// The path of every string inside a value of the schema.
function stringsOf(schema: Schema): Path[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(stringsOf)
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      stringsOf(inner).map((rest) => [name, ...rest]),
    )
  if (schema.type === 'array') return stringsOf(schema.items ?? {}).map((rest) => ['0', ...rest])
  return schema.type === 'string' || schema.enum?.some((value) => typeof value === 'string') ? [[]] : []
}

const chance = createChance(1)

// A complete body, so that only the one string is wrong.
function bodyWith({ body }: Operation, path: Path, text: string): unknown {
  const properties = Object.entries(body?.properties ?? {})
  const fitting = Object.fromEntries(properties.map(([name, schema]) => [name, fittingValue(schema, name, [], chance)]))
  return replaceAt(fitting, path, text)
}

function replaceAt(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return [replaceAt(value[0], rest, text)]
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [name]: replaceAt(object[name], rest, text) }
}

// The address of an operation with its required parameters, some of them given.
function fill({ path, parameters }: Operation, given: Readonly<Record<string, string>> = {}): string {
  const valueFor = (name: string) => given[name] ?? '01890000-0000-7000-8000-000000000000'
  const query = parameters
    .filter(({ name, in: location, required }) => location === 'query' && (required || name in given))
    .map(({ name }) => `${name}=${valueFor(name)}`)
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => valueFor(name))
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}
