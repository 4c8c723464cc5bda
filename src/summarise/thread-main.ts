import { serveThread } from '../thread.ts'
import type { Summary } from './material.ts'
import { openReader } from './reader.ts'
import { sampleFor } from './sample.ts'
import { summarise } from './summarise.ts'
import type { SummaryTask } from './thread.ts'

// The entry point of the thread that thread.ts opens.
serveThread<SummaryTask, Summary>(async ({ mentions, facts, writer, language, keyword, exclude }) => {
  const sample = sampleFor(mentions)
  const reader = openReader({ subject: facts.subject, keyword, exclude })
  const material = { mentions: sample, facts, language, reader }
  // The client library is large, so it is only loaded when a language model is configured.
  const model = writer === null ? null : (await import('./llm/writer.ts')).openWriter(writer)
  return summarise(material, model, new AbortController().signal)
})
