import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'
import { textKindOf } from '../analyse/calibration.ts'
import { openOperatorModel } from '../analyse/operator/model.ts'
import { longestInterval } from '../collect/feeds.ts'
import type { Config } from '../config.ts'
import type { PostKind } from '../domain/post.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'

// The models are loaded with the first text to classify; that of the operator at once, so that a fault in it is reported first.
export async function openClassify({ sentimentModel }: Pick<Config, 'sentimentModel'>): Promise<QuickClassify> {
  const own = sentimentModel === '' ? undefined : await openOperatorModel(sentimentModel)
  let analyser: Analyser | undefined
  return (text, kind, quick = false) => {
    analyser ??= openAnalyser({}, own?.judge)
    return analyser.classify(text, { kind: textKindOf(kind), quick })
  }
}

// `quick`: by the hashed model alone.
export type QuickClassify = (text: string, kind: PostKind, quick?: boolean) => Classification

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
