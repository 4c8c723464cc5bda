import { callThread } from '../thread.ts'
import type { WriterOptions } from './llm/writer.ts'
import type { Facts, Summary, SummaryLanguage, SummaryMention } from './material.ts'

export interface SummaryTask {
  readonly mentions: readonly SummaryMention[]
  readonly facts: Facts
  readonly writer: WriterOptions | null
  readonly language: SummaryLanguage
  // The expression of the project.
  readonly keyword: string
  readonly exclude: string
}

// Choosing and verifying sentences takes a good part of a second of CPU time, so it runs in a thread and does not block requests.
const call = callThread<SummaryTask, Summary>(new URL('./thread-main.ts', import.meta.url))

export function summariseInThread(task: SummaryTask, signal: AbortSignal): Promise<Summary> {
  return call(task, { signal })
}
