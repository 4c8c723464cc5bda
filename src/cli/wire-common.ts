import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'

// The models are opened when the first text is judged, once in each thread.
let analyser: Analyser | undefined
export function classify(text: string): Classification {
  analyser ??= openAnalyser()
  return analyser.classify(text)
}
