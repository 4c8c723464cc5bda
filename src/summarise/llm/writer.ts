import { randomBytes } from 'node:crypto'
import OpenAI, { APIError } from 'openai'
import type { Draft, Material } from '../material.ts'
import type { Writer } from '../summarise.ts'
import { makePrompt, type Prompt } from './prompt.ts'
import { readReply } from './reply.ts'

export interface WriterOptions {
  // Base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`.
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  // For the whole call, including retries.
  readonly timeoutMs?: number | undefined
  readonly tokensMax?: number | undefined
}

const TIMEOUT_MS = 60_000
const TOKENS_MAX = 1_500
const RETRIES_MAX = 2
const RESPONSE_BYTES_MAX = 1_048_576

// The model did not return a readable text. The message may be shown to users.
export class WriterFailed extends Error {
  override readonly name = 'WriterFailed'
}

export function openWriter(options: WriterOptions): Writer {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const client = new OpenAI({
    baseURL: options.url,
    // The client requires a key. When none is configured, no Authorization header is sent.
    apiKey: options.key ?? 'none',
    ...(options.key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    // Set so that the client does not read them from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    timeout: timeoutMs,
    maxRetries: RETRIES_MAX,
    fetch: fetchBounded,
  })
  return {
    model: options.model,
    async write(material: Material, signal: AbortSignal): Promise<Draft[]> {
      const prompt = makePrompt(material, randomBytes(9).toString('hex'))
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const content = await withDeadline(requestCompletion(client, options, prompt, deadline), deadline).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          throw new WriterFailed(explain(error, deadline.aborted, timeoutMs))
        },
      )
      const drafts = readReply(content, prompt.ids)
      if (drafts === null) throw new WriterFailed("The model's reply is not in the requested format.")
      return drafts
    },
  }
}

async function requestCompletion(
  client: OpenAI,
  options: WriterOptions,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<string> {
  const messages = [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ] as const
  const tokens = options.tokensMax ?? TOKENS_MAX
  const { model } = options
  const common = { model, messages: [...messages] }
  try {
    const format = { type: 'json_object' } as const
    const body = { ...common, max_tokens: tokens, temperature: 0.2, response_format: format }
    return contentOf(await client.chat.completions.create(body, { signal }))
  } catch (error) {
    // Servers differ in what they support: some reject the format, newer models reject the temperature and the old limit name.
    if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) throw error
    return contentOf(await client.chat.completions.create({ ...common, max_completion_tokens: tokens }, { signal }))
  }
}

// The reply of a server may not conform to the client's types.
function contentOf(completion: unknown): string {
  const { choices } = (completion ?? {}) as { choices?: unknown }
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const content = (first as { message?: { content?: unknown } } | undefined)?.message?.content
  return typeof content === 'string' ? content : ''
}

// The client sleeps between retries without checking the signal, so the deadline is raced against it.
function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function fetchBounded(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > RESPONSE_BYTES_MAX) controller.error(new WriterFailed('The model returned too much text.'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(bounded, { status: response.status, headers: response.headers })
}

function explain(error: unknown, timedOut: boolean, timeoutMs: number): string {
  if (timedOut) return `The model did not respond within ${timeoutMs} ms.`
  if (error instanceof WriterFailed) return error.message
  if (error instanceof APIError && error.status !== undefined) return `The model's server answered ${error.status}.`
  return "The model's server could not be reached."
}
