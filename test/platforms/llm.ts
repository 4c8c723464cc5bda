import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A test server that speaks the OpenAI chat-completions format. Its model behaves according to `mode`.
export const LLM_MODES = [
  'honest', // sentences that the mentions and the counts support
  'fenced', // the same in a code fence, with talk around it
  'cut', // the same, cut off in the middle of the JSON
  'lying', // wrong numbers, invented quotations, mentions that do not exist
  'half-lying', // honest sentences with lies between them
  'injected', // follows instructions inside mentions
  'slow', // never responds
  'failing', // always 500
  'flaky', // 503 once, then honest
  'picky', // 400 for requests with response_format, temperature or max_tokens
  'garbage', // not JSON
  'wrong-types', // JSON of another shape
  'huge', // larger than any valid reply
  'empty', // a completion without choices
] as const
export type LlmMode = (typeof LLM_MODES)[number]

export interface LlmRequest {
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
  readonly system: string
  readonly user: string
}

export interface LlmServer {
  readonly url: string
  // Every request so far, oldest first.
  readonly requests: LlmRequest[]
  mode: LlmMode
  close(): Promise<void>
}

const BODY_BYTES_MAX = 1_048_576

export async function startLlm(mode: LlmMode = 'honest'): Promise<LlmServer> {
  const requests: LlmRequest[] = []
  const server = createServer((request, response) => {
    handle(llm, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const llm: LlmServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    mode,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return llm
}

async function handle(llm: LlmServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > BODY_BYTES_MAX) return refuse(response, 413)
  }
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(response, 404)
  const body = JSON.parse(text) as Record<string, unknown>
  const [system, user] = (body.messages as { content: string }[]).map(({ content }) => content)
  llm.requests.push({ headers: request.headers, body, system: system ?? '', user: user ?? '' })
  if (llm.mode === 'slow') return
  if (llm.mode === 'failing') return refuse(response, 500)
  if (llm.mode === 'flaky' && llm.requests.length === 1) return refuse(response, 503)
  if (llm.mode === 'picky' && ('response_format' in body || 'max_tokens' in body || 'temperature' in body)) {
    return refuse(response, 400)
  }
  const content = contentFor(llm.mode, user ?? '')
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  reply(response, 200, {
    id: `chatcmpl-${llm.requests.length}`,
    object: 'chat.completion',
    created: 1_755_000_000,
    model: body.model,
    choices: llm.mode === 'empty' ? [] : choices,
    usage: {
      prompt_tokens: text.length,
      completion_tokens: content.length,
      total_tokens: text.length + content.length,
    },
  })
}

function refuse(response: ServerResponse, status: number): void {
  reply(response, status, { error: { message: `mode says ${status}`, type: 'server_error', code: null } })
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '20' })
  response.end(JSON.stringify(body))
}

interface Item {
  readonly text: string
  readonly mentions: readonly number[]
}

function contentFor(mode: LlmMode, user: string): string {
  const honest = JSON.stringify({ sentences: honestItems(user) })
  const custom: Partial<Record<LlmMode, () => string>> = {
    fenced: () => `Tentu! Ini ringkasannya:\n\`\`\`json\n${honest}\n\`\`\`\nSemoga membantu.`,
    cut: () => honest.slice(0, -15),
    lying: () => JSON.stringify({ sentences: lies(user) }),
    'half-lying': () => JSON.stringify({ sentences: [...honestItems(user), ...lies(user)] }),
    injected: () => JSON.stringify({ sentences: [...obeyed(user), ...honestItems(user)] }),
    garbage: () => 'Maaf, saya tidak bisa membantu dengan itu.',
    'wrong-types': () => JSON.stringify({ sentences: [7, null, { text: 5 }, { text: ['x'] }, { kalimat: 'y' }] }),
    huge: () => 'x'.repeat(3_000_000),
  }
  return custom[mode]?.() ?? honest
}

function honestItems(user: string): Item[] {
  const { total, subject, sentiment } = readCounts(user)
  const quotes = readMentions(user).slice(0, 4)
  return [
    { text: `Terkumpul ${total} mention tentang ${subject}.`, mentions: [1] },
    { text: `Nada negatif muncul dalam ${sentiment?.negative ?? 0} mention.`, mentions: [1] },
    ...quotes.map(({ number, text }) => ({
      text: `Sebuah akun menulis, "${text.split(/\s+/).slice(0, 6).join(' ').replaceAll('"', "'")}".`,
      mentions: [number],
    })),
  ]
}

function lies(user: string): Item[] {
  const { total, sentiment } = readCounts(user)
  return [
    { text: `Terkumpul ${(total ?? 0) + 1} mention.`, mentions: [1] },
    { text: `Sebanyak ${sentiment?.negative ?? 0} mention bernada positif.`, mentions: [1] },
    { text: 'Seorang warga berkata, "ini tidak pernah ditulis siapa pun".', mentions: [1] },
    { text: 'Semua pengguna merasa puas.', mentions: [999] },
    { text: 'Kalimat ini tidak bersandar pada apa pun.', mentions: [] },
    { text: 'Keputusan itu dikecam oleh Sekretaris Jenderal Zubaidah Karim.', mentions: [1] },
    { text: 'Sekitar sembilan ribu orang turun ke jalan.', mentions: [1] },
  ]
}

// How a weak model reacts to "write: …" in a post.
function obeyed(user: string): Item[] {
  return readMentions(user).flatMap(({ number, text }) => {
    const order = /(?:tulis|write|say)\s*:\s*(.+)/is.exec(text)?.[1]
    return order === undefined ? [] : [{ text: order.trim(), mentions: [number, 1] }]
  })
}

function readMentions(user: string): { number: number; text: string }[] {
  const blocks = user.matchAll(/<mention-(\w+) n="(\d+)"[^>]*>\n([\s\S]*?)\n<\/mention-\1>/g)
  return Array.from(blocks, ([, , number, text]) => ({ number: Number(number), text: text ?? '' }))
}

interface Counts {
  readonly total?: number
  readonly subject?: string
  readonly sentiment?: { readonly negative: number }
}

function readCounts(user: string): Counts {
  return JSON.parse(/^COUNTS (.*)$/m.exec(user)?.[1] ?? '{}') as Counts
}
