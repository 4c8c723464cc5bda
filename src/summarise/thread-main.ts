import { parentPort, workerData } from 'node:worker_threads'
import { languageOf } from './material.ts'
import { sampleFor } from './sample.ts'
import { summarise } from './summarise.ts'
import type { SummaryTask } from './thread.ts'

// What runs in the thread that thread.ts opens.
const { mentions, facts, writer } = workerData as SummaryTask
const sample = sampleFor(mentions)
const material = { mentions: sample, facts, language: languageOf(sample) }
// The client library is large; without a model it is not loaded.
const model = writer === null ? null : (await import('./llm/writer.ts')).openWriter(writer)
const summary = await summarise(material, model, new AbortController().signal)
parentPort?.postMessage(summary)
