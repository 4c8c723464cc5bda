import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'
import { textKindOf } from '../analyse/calibration.ts'
import type { Focus } from '../analyse/long-text.ts'
import { openOperatorModel } from '../analyse/operator/model.ts'
import type { Classify } from '../collect/deps.ts'
import { longestInterval } from '../collect/feeds.ts'
import type { Config } from '../config.ts'
import type { PostKind } from '../domain/post.ts'
import type { ModelJudgement } from '../domain/sentiment.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'

// The models are loaded with the first text to classify; that of the operator at once, so that a fault in it is reported first.
// `isQuick`: whether to judge by the hashed model alone.
export async function openClassify(
  { sentimentModel }: Pick<Config, 'sentimentModel'>,
  isQuick: () => boolean = () => false,
): Promise<Classify> {
  const own = sentimentModel === '' ? undefined : await openOperatorModel(sentimentModel)
  let analyser: Analyser | undefined
  function classify(text: string, kind: PostKind): Classification
  function classify(text: string, kind: PostKind, focus: Focus): ModelJudgement
  function classify(text: string, kind: PostKind, focus?: Focus): ModelJudgement {
    analyser ??= openAnalyser({}, own?.judge)
    const options = { kind: textKindOf(kind), quick: isQuick() }
    if (focus === undefined) return analyser.classify(text, options)
    return analyser.sentiment(focus.excerpt, { ...options, marked: focus.marked })
  }
  return classify
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
