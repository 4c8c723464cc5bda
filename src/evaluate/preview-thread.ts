import type { CategorySuggestion } from '../analyse/category.ts'
import type { Noise } from '../analyse/noise.ts'
import type { TermOffer } from '../analyse/topics.ts'
import type { Keyword } from '../domain/keyword.ts'
import { openThread } from '../thread.ts'

export interface TopicTask {
  readonly keyword: Keyword
  // Texts that match, and a sample of those that do not.
  readonly matched: readonly string[]
  readonly others: readonly string[]
}

export interface TopicResult {
  readonly noise: Noise
  readonly additions: readonly TermOffer[]
  readonly category: CategorySuggestion | null
}

const MEMORY_MB = 256

// Comparing topics takes up to half a second of CPU time, so it runs in a thread and does not block requests.
export async function compareInThread(task: TopicTask, signal: AbortSignal): Promise<TopicResult> {
  // Without a match there is no topic.
  if (task.matched.length === 0) return { noise: { noisy: [], exclusions: [] }, additions: [], category: null }
  const file = new URL('./preview-thread-main.ts', import.meta.url)
  const thread = openThread<TopicTask, TopicResult>(file, { memoryMb: MEMORY_MB })
  try {
    return await thread.call(task, { signal })
  } finally {
    await thread.close()
  }
}
