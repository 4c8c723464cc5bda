import { readFileSync, writeFileSync } from 'node:fs'
import { type Analyser, openAnalyser } from '../src/analyse/analyser.ts'
import { TEXT_KINDS, type TextKind } from '../src/analyse/calibration.ts'
import type { Judgement } from '../src/domain/sentiment.ts'

// Judgements of texts of our own, which every machine must repeat to the last bit.
export interface StoredJudgement {
  readonly text: string
  readonly kind: TextKind
  readonly encoder: Judgement
  readonly hashed: Judgement
}

const FILE = new URL('./judgements.json', import.meta.url)

export function readJudgements(): StoredJudgement[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as StoredJudgement[]
}

export function judgeAgain(
  analyser: Analyser,
  { text, kind }: Pick<StoredJudgement, 'text' | 'kind'>,
): StoredJudgement {
  const encoder = analyser.sentiment(text, { kind, quick: false })
  return { text, kind, encoder, hashed: analyser.sentiment(text, { kind, quick: true }) }
}

// Writes the judgements of the present models, after these were changed on purpose.
if (import.meta.main) {
  const analyser = openAnalyser()
  const judged = readJudgements().map(({ text }, at) =>
    judgeAgain(analyser, { text, kind: TEXT_KINDS[at % TEXT_KINDS.length] as TextKind }),
  )
  writeFileSync(FILE, `${JSON.stringify(judged, null, 1)}\n`)
}
