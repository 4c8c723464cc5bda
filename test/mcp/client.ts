import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Platform } from '../../src/domain/platform.ts'
import type { PostFields } from '../mentions.ts'

// The protocol's own client. Once it has listed the tools, it compares every result with the schema that the tool declares.
export interface Agent {
  readonly client: Client
  // biome-ignore lint/suspicious/noExplicitAny: a result is checked by assertions and by its declared schema.
  call(name: string, args?: Record<string, unknown>): Promise<any>
  // Without the schemas: compiling them for a client takes longer than most calls.
  toolNames(): Promise<string[]>
  // The message of a call that must fail.
  refusal(name: string, args?: Record<string, unknown>): Promise<string>
}

export async function connectAgent(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const send = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError, structuredContent } = (await client.callTool({ name, arguments: args })) as CallToolResult
    return { isError, structuredContent, texts: content.map((part) => (part.type === 'text' ? part.text : '')) }
  }
  return {
    client,
    async call(name, args) {
      const { isError, texts, structuredContent } = await send(name, args)
      assert.notEqual(isError, true, `${name}: ${texts.join(' ')}`)
      assert.deepEqual(JSON.parse(texts[1] as string), structuredContent, 'the text is the same result')
      return structuredContent
    },
    async toolNames() {
      const { tools } = await client.request({ method: 'tools/list' }, ListToolsResultSchema)
      return tools.map(({ name }) => name)
    },
    async refusal(name, args) {
      const { isError, texts } = await send(name, args)
      assert.equal(isError, true, `${name} was not refused: ${texts.join(' ')}`)
      return texts.join(' ')
    },
  }
}

export function overHttp(base: string, key: string): Transport {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  // Its type has a session id that may be undefined, which exactOptionalPropertyTypes distinguishes from an absent one.
  return new StreamableHTTPClientTransport(new URL('/mcp', base), { requestInit }) as Transport
}

// Every object in a result, with the names of the fields that lead to it.
export function* objectsIn(value: unknown, path: readonly string[] = []): Generator<[readonly string[], Found]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Found]
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, [...path, name])
}

type Found = Readonly<Record<string, unknown>>

// June 2026: sixty posts of three platforms, and eight copies of one text by three authors.
export const JUNE = { from: '2026-06-01', to: '2026-06-10' }
export const COPY = 'Bantuan logistik dari provinsi tiba di posko utama siang ini juga #bantuan'
const START = Date.parse('2026-06-02T00:00:00Z')
const HOUR_MS = 3_600_000

export function junePosts(): PostFields[] {
  const platforms: Platform[] = ['twitter', 'news', 'youtube']
  const many = Array.from(
    { length: 60 },
    (_, index): PostFields => ({
      at: START + index * 2 * HOUR_MS,
      platform: platforms[index % 3] as Platform,
      sentiment: ((index % 3) - 1) as -1 | 0 | 1,
      author: `penulis${index % 7}`,
      language: index % 5 === 0 ? 'en' : 'id',
      passing: index % 6 === 0,
      entities: index % 4 === 0 ? ['place:jakarta', 'province:31'] : [],
      text: `banjir di jakarta nomor${index} drainase tersumbat${index % 4} #banjir${index % 2} kata${index} lagi${index}`,
    }),
  )
  const copies = Array.from(
    { length: 8 },
    (_, index): PostFields => ({
      at: START + (30 + index) * HOUR_MS,
      author: `penyalin${index % 3}`,
      sentiment: -1,
      text: COPY,
    }),
  )
  return [...many, ...copies]
}
