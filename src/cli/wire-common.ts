import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'

// The models are loaded with the first text to classify, once per thread.
let analyser: Analyser | undefined
export function classify(text: string): Classification {
  analyser ??= openAnalyser()
  return analyser.classify(text)
}
