import type { CategorySuggestion } from '../analyse/category.ts'
import type { Noise } from '../analyse/noise.ts'
import type { TermOffer } from '../analyse/topics.ts'
import type { Keyword } from '../domain/keyword.ts'
import { callThread } from '../thread.ts'

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
const FILE = new URL('./preview-thread-main.ts', import.meta.url)

const call = callThread<TopicTask, TopicResult>(FILE, { memoryMb: MEMORY_MB })

// Comparing topics takes up to half a second of CPU time, so it runs in a thread and does not block requests.
export async function compareInThread(task: TopicTask, signal: AbortSignal): Promise<TopicResult> {
  // Without a match there is no topic.
  if (task.matched.length === 0) return { noise: { noisy: [], exclusions: [] }, additions: [], category: null }
  return call(task, { signal })
}
