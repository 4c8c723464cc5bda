import { errorOf, UnreachableError } from './errors.ts'

// The lines of a body as they arrive, without their ends. Leaving the loop cancels the body.
export async function* readLines(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await readOrFail(reader, signal)
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split(/\r?\n/)
      rest = lines.pop() ?? ''
      yield* lines
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function readOrFail(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined) {
  try {
    return await reader.read()
  } catch (error) {
    signal?.throwIfAborted()
    throw new UnreachableError('The response was cut.', { cause: error })
  }
}

// The body of a response, or its error.
export async function bodyOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok) throw errorOf(response.status, await response.text(), response.headers)
  if (response.body === null) throw new UnreachableError('The response has no body.')
  return response.body
}
