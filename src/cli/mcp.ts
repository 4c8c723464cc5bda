import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { Problem } from '../domain/problem.ts'
import { defineCommand } from './command.ts'
import { loadConfig } from './load-config.ts'

const USAGE = `pantau mcp

Lets an agent on this machine use a Pantau service: speaks the Model Context Protocol over standard input and output, and
passes every message on to the service at PANTAU_URL (without it, http://127.0.0.1:3000) with the key PANTAU_KEY. The agent starts
this command itself; docs/how-to/agents.md says how.

  PANTAU_KEY=pantau_… pantau mcp
  PANTAU_URL=https://pantau.example.org PANTAU_KEY=pantau_… pantau mcp`

export const mcpCommand = defineCommand({
  usage: USAGE,
  options: {},
  arguments: [],
  async run() {
    const { url, key } = loadConfig().agent
    if (key === '') throw new Problem('invalid', 'Set PANTAU_KEY to an API key of the service.')
    await forward(new URL('mcp', url.href.endsWith('/') ? url : `${url.href}/`), key)
    return 0
  },
})

// The tools are those of the service, so an older command has the tools of a newer service.
async function forward(endpoint: URL, key: string): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const agent = new StdioServerTransport()
  const service = new StreamableHTTPClientTransport(endpoint, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const sending = new Set<Promise<void>>()
  agent.onmessage = (message) => {
    const sent = service.send(message).catch((error: unknown) => refuse(agent, message, error))
    sending.add(sent)
    void sent.finally(() => sending.delete(sent))
  }
  service.onmessage = (message) => {
    const version = versionIn(message)
    if (version !== null) service.setProtocolVersion(version)
    void agent.send(message)
  }
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  await service.start()
  await agent.start()
  await ended
  // What was requested before the end still gets its response, so that `pantau mcp < messages` works too.
  await Promise.all(sending)
  await service.close()
  await agent.close()
}

const INTERNAL_ERROR = -32_603

// A message that could not be passed on gets a response all the same, or the agent would wait for it.
async function refuse(agent: Transport, message: JSONRPCMessage, error: unknown): Promise<void> {
  if (!('method' in message && 'id' in message)) return
  const reason = error instanceof Error ? error.message : String(error)
  await agent.send({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: `Pantau: ${reason}` } })
}

// The version that the service chose, which every later request has to name.
function versionIn(message: JSONRPCMessage): string | null {
  const result = 'result' in message ? message.result : {}
  return typeof result.protocolVersion === 'string' ? result.protocolVersion : null
}
