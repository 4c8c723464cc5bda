import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'
import { longestInterval } from '../collect/feeds.ts'
import type { Config } from '../config.ts'

// The models are loaded with the first text to classify, once per thread.
let analyser: Analyser | undefined
export function classify(text: string): Classification {
  analyser ??= openAnalyser()
  return analyser.classify(text)
}

// The longest time between two regular requests to a source.
export function requestSeconds({ collect }: Config): number {
  return Math.max(collect.intervalMinutes * 60, longestInterval(collect.feedMinutes * 60))
}
