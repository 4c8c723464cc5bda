import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { Problem } from '../../domain/problem.ts'
import type { ModelJudgement, Probabilities, Sentiment } from '../../domain/sentiment.ts'
import { judgementOf } from '../calibration.ts'
import { readLabels } from './labels.ts'
import type { Reply, Request, ThreadStart } from './thread.ts'

export interface OperatorModel {
  judge(text: string): ModelJudgement
  close(): Promise<void>
}

const FILES = ['model.onnx', 'tokenizer.json'] as const
// Loading a large model takes seconds; one text takes milliseconds.
const REPLY_MS_MAX = 120_000

// Opens the sequence classifier of a folder and judges one text with it, so that a model that cannot be used is refused at once.
export async function openOperatorModel(path: string): Promise<OperatorModel> {
  const folder = resolve(path)
  try {
    const missing = FILES.filter((name) => !existsSync(join(folder, name)))
    if (missing.length > 0) throw new Problem('invalid', `${folder} has no ${missing.join(' and no ')}.`)
    const labels = readLabels(folder)
    const thread = openThread(folder)
    const judge = (text: string) => judgementOf(probabilitiesOf(thread.logits(text), labels), 'operator')
    try {
      judge('Selamat pagi')
    } catch (error) {
      await thread.close()
      throw error
    }
    return { judge, close: thread.close }
  } catch (error) {
    throw new Problem('invalid', `The model of PANTAU_SENTIMENT_MODEL cannot be used: ${(error as Error).message}`)
  }
}

interface LogitsThread {
  logits(text: string): readonly number[]
  close(): Promise<void>
}

function openThread(folder: string): LogitsThread {
  const { port1: port, port2 } = new MessageChannel()
  const replied = new Int32Array(new SharedArrayBuffer(4))
  const start: ThreadStart = { folder, port: port2, replied }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: start, transferList: [port2] })
  worker.unref()
  let number = 0
  const waitFor = (wanted: number): Reply | undefined => {
    for (;;) {
      const reply = receiveMessageOnPort(port)?.message as Reply | undefined
      if (reply?.number === wanted) return reply
      if (reply === undefined && Atomics.wait(replied, 0, 0, REPLY_MS_MAX) === 'timed-out') return undefined
      Atomics.store(replied, 0, 0)
    }
  }
  return {
    logits(text) {
      const request: Request = { number: ++number, text }
      port.postMessage(request)
      const reply = waitFor(number)
      if (reply === undefined) throw new Error('the model did not judge a text in time.')
      if ('error' in reply) throw new Error(reply.error)
      return reply.logits
    },
    async close() {
      port.close()
      await worker.terminate()
    },
  }
}

// The softmax of the logits, added up by what the classes mean.
function probabilitiesOf(logits: readonly number[], labels: readonly Sentiment[]): Probabilities {
  if (logits.length !== labels.length || !logits.every(Number.isFinite))
    throw new Error(`the model returns ${logits.length} numbers for ${labels.length} classes.`)
  const top = Math.max(...logits)
  const powers = logits.map((logit) => Math.exp(logit - top))
  const total = powers.reduce((sum, power) => sum + power, 0)
  const share = (sentiment: Sentiment) =>
    powers.reduce((sum, power, at) => sum + (labels[at] === sentiment ? power : 0), 0) / total
  return [share(-1), share(0), share(1)]
}
