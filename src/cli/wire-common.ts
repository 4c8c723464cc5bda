import { openOperatorModel } from '../analyse/operator/model.ts'
import { type Classifier, openClassifier } from '../collect/classifier.ts'
import { longestInterval } from '../collect/feeds.ts'
import type { Config } from '../config.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'

// The model of the operator is loaded at once, so that a fault in it is reported first.
export async function openConfiguredClassifier(
  { sentimentModel, sentimentQuick }: Pick<Config, 'sentimentModel' | 'sentimentQuick'>,
  isFlooded: () => boolean = () => false,
): Promise<Classifier> {
  const own = sentimentModel === '' ? undefined : await openOperatorModel(sentimentModel)
  return openClassifier({ judgeBy: own?.judge, isQuick: () => sentimentQuick || isFlooded() })
}

// The longest time between two regular requests to a source.
export function requestSeconds({ collect }: Config): number {
  return Math.max(collect.intervalMinutes * 60, longestInterval(collect.feedMinutes * 60))
}

const LLM_TIMEOUT_MS = 60_000
const LLM_TOKENS_MAX = 2_000

// The configured language model; null without one.
export function writerOf({ llm }: Config): WriterOptions | null {
  if (llm.url === null) return null
  const { model, key } = llm
  return { url: llm.url.href, model, key: key || undefined, timeoutMs: LLM_TIMEOUT_MS, tokensMax: LLM_TOKENS_MAX }
}
