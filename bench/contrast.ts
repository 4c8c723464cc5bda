import { openAnalyser } from '../src/analyse/analyser.ts'
import { type ContrastSentence, readContrast } from '../train/contrast.ts'

interface Judged extends ContrastSentence {
  readonly right: boolean
}

// Accuracy of the shipped model on the contrast pairs (train/sets/contrast.jsonl): sentences judged right, and pairs of which both
// are. A model without the notion of negation judges at most one sentence of a pair right. `--errors` lists the wrong ones of `held`.
export async function run(args: string[]): Promise<void> {
  const analyser = openAnalyser()
  const judged = readContrast().map(
    (sentence): Judged => ({ ...sentence, right: analyser.sentiment(sentence.text).sentiment === sentence.label }),
  )
  report('side', judged, ({ split }) => split)
  report('side and language', judged, ({ split, lang }) => `${split} ${lang}`)
  const held = judged.filter(({ split }) => split === 'held')
  report('pattern, held', held, ({ pattern }) => pattern)
  if (!args.includes('--errors')) return
  for (const { text, label, right } of held) if (!right) console.log(`${label}\t${text}`)
}

function report(title: string, judged: readonly Judged[], keyOf: (sentence: Judged) => string): void {
  const table: Record<string, Record<string, string | number>> = {}
  for (const [key, group] of Map.groupBy(judged, keyOf)) {
    const pairs = [...Map.groupBy(group, ({ pair }) => pair).values()]
    table[key] = {
      sentences: group.length,
      right: percent(group.filter(({ right }) => right).length, group.length),
      'pairs right': percent(pairs.filter((pair) => pair.every(({ right }) => right)).length, pairs.length),
    }
  }
  console.log(`By ${title}`)
  console.table(table)
}

function percent(count: number, total: number): string {
  return `${((100 * count) / total).toFixed(1)} %`
}
