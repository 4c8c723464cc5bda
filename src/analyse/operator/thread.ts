import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type MessagePort, workerData } from 'node:worker_threads'
import { readJson } from './labels.ts'
import type { Runtime, Session, Tokenizer, TokenizerPackage } from './packages.ts'

export interface ThreadStart {
  readonly folder: string
  readonly port: MessagePort
  // Set to 1 when a reply is in the port.
  readonly replied: Int32Array
}

// Numbered, so that the reply to a text that took too long is not taken for that to the next one.
export interface Request {
  readonly number: number
  readonly text: string
}

export type Reply = { readonly number: number } & ({ readonly logits: readonly number[] } | { readonly error: string })

const PACKAGES = ['onnxruntime-web', '@huggingface/tokenizers'] as const
// Enough for a post or a lead; the time grows with it.
const PIECES_MAX = 256

// Runs the model in a thread of its own, because the runtime only has asynchronous calls and a judgement is needed at once.
await serve(workerData as ThreadStart)

async function serve({ folder, port, replied }: ThreadStart): Promise<void> {
  const reply = (message: Reply) => {
    port.postMessage(message)
    Atomics.store(replied, 0, 1)
    Atomics.notify(replied, 0)
  }
  const opened = open(folder)
  // A failure is the reply to the first text.
  opened.catch(() => {})
  port.on('message', async ({ number, text }: Request) => {
    try {
      reply({ number, logits: await (await opened)(text) })
    } catch (error) {
      reply({ number, error: error instanceof Error ? error.message : String(error) })
    }
  })
}

async function open(folder: string): Promise<(text: string) => Promise<readonly number[]>> {
  const runtime = load<Runtime>(folder, PACKAGES[0])
  const { Tokenizer } = load<TokenizerPackage>(folder, PACKAGES[1])
  const settings = join(folder, 'tokenizer_config.json')
  const tokenizer = new Tokenizer(
    readJson(join(folder, 'tokenizer.json')),
    existsSync(settings) ? readJson(settings) : {},
  )
  // The runtime's own threads would need the thread that waits.
  runtime.env.wasm.numThreads = 1
  const session = await runtime.InferenceSession.create(readFileSync(join(folder, 'model.onnx')))
  return (text) => run(runtime, session, piecesOf(tokenizer, text))
}

// Installed in the folder of the model or in a folder above it.
function load<T>(folder: string, name: (typeof PACKAGES)[number]): T {
  try {
    return createRequire(join(folder, 'package.json'))(name) as T
  } catch (error) {
    const install = `npm install ${PACKAGES.join(' ')}`
    throw new Error(
      `${name} cannot be loaded; run "${install}" in ${folder}. ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

// The last piece says where a text ends.
function piecesOf(tokenizer: Tokenizer, text: string): readonly number[] {
  const { ids } = tokenizer.encode(text)
  return ids.length <= PIECES_MAX ? ids : [...ids.slice(0, PIECES_MAX - 1), ids.at(-1) as number]
}

async function run(runtime: Runtime, session: Session, pieces: readonly number[]): Promise<readonly number[]> {
  const tensor = (values: readonly number[]) =>
    new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])
  const known = {
    input_ids: () => tensor(pieces),
    attention_mask: () => tensor(pieces.map(() => 1)),
    token_type_ids: () => tensor(pieces.map(() => 0)),
  }
  const feeds = session.inputNames.map((name) => {
    const feed = known[name as keyof typeof known]
    if (feed === undefined) throw new Error(`The model has the unknown input "${name}".`)
    return [name, feed()] as const
  })
  const outputs = await session.run(Object.fromEntries(feeds))
  const name = session.outputNames.includes('logits') ? 'logits' : (session.outputNames[0] ?? '')
  return Array.from(outputs[name]?.data ?? [], Number)
}
