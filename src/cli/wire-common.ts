import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'
import type { Config } from '../config.ts'
import type { SourceSettings } from '../sources/settings.ts'

// What both the API and collecting are wired with. The API imports nothing that reads platforms: it would only start later.
export function sourceSettings(config: Config): SourceSettings {
  return { ...config.sources, fullText: config.collect.fullText }
}

// The models are opened when the first text is judged, once in each thread.
let analyser: Analyser | undefined
export function classify(text: string): Classification {
  analyser ??= openAnalyser()
  return analyser.classify(text)
}
