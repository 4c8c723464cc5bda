import { SENTIMENT_LABELS, SENTIMENTS } from '../src/domain/sentiment.ts'
import type { Score, SlowFigures } from './figures.ts'
import { calibration, groupBy, measure, type Prediction, setOf } from './measure.ts'
import { SETS } from './sets.ts'

export function percent(share: number): string {
  return (share * 100).toFixed(1)
}

// Numeric columns are right-aligned.
export function table(head: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, at) => (lines.every((line) => /^[\d.+\-/* ]*$/.test(String(line[at]))) ? '---:' : '---'))
  return [row(head), row(rule), ...lines.map(row)].join('\n')
}

// Figures next to those of another model, on the same texts. The mean is over the sets with three classes.
export function setTable(
  predictions: readonly Prediction[],
  other: Readonly<Record<string, Score>>,
  otherName: string,
): string {
  const groups = groupBy(predictions, setOf)
  const lines = groups.map(([name, group]) => {
    const own = measure(group)
    const base = other[name]
    const binary = group[0]?.sample.set.binary === true
    return {
      binary,
      own,
      base,
      cells: [
        binary ? `${name} (two classes)` : name,
        own.total,
        percent(own.accuracy),
        percent(own.macroF1),
        base === undefined ? '' : `${percent(base.accuracy)} / ${percent(base.macroF1)}`,
        base === undefined ? '' : signed(own.macroF1 - base.macroF1),
      ],
    }
  })
  const three = lines.filter((line) => !line.binary)
  const mean = (pick: (line: (typeof lines)[number]) => number) =>
    three.reduce((sum, line) => sum + pick(line), 0) / three.length
  const own = mean((line) => line.own.macroF1)
  const base = mean((line) => line.base?.macroF1 ?? 0)
  const ownRight = percent(mean((line) => line.own.accuracy))
  const baseRight = percent(mean((line) => line.base?.accuracy ?? 0))
  return table(
    ['set', 'texts', 'accuracy', 'macro-F1', `${otherName}: accuracy / macro-F1`, 'difference (F1)'],
    [
      ...lines.map((line) => line.cells),
      [
        `**mean of the ${three.length} three-class sets**`,
        '',
        ownRight,
        `**${percent(own)}**`,
        `${baseRight} / **${percent(base)}**`,
        signed(own - base),
      ],
    ],
  )
}

function signed(difference: number): string {
  return `${difference >= 0 ? '+' : ''}${percent(difference)}`
}

export function languageTable(predictions: readonly Prediction[]): string {
  return table(
    ['language', 'texts', 'accuracy', 'macro-F1', 'accuracy, two-class sets evaluated as three-class'],
    groupBy(predictions, (sample) => sample.language).map(([language, group]) => {
      const figures = measure(group)
      return [
        language,
        figures.total,
        percent(figures.accuracy),
        percent(figures.macroF1),
        percent(measure(group, true).accuracy),
      ]
    }),
  )
}

export function confusionTable(predictions: readonly Prediction[]): string {
  const { confusion } = measure(predictions.filter(({ sample }) => !sample.set.binary))
  const labels = SENTIMENTS.map((sentiment) => SENTIMENT_LABELS[`${sentiment}`])
  return table(
    ['annotated \\ predicted', ...labels],
    confusion.map((line, cls) => [labels[cls] as string, ...line]),
  )
}

export function calibrationTable(predictions: readonly Prediction[]): string {
  return table(
    ['confidence', 'texts', 'mean confidence', 'accuracy'],
    calibration(predictions).map((bin) => [
      `${bin.from.toFixed(1)} to ${(bin.from + 0.1).toFixed(1)}`,
      bin.total,
      percent(bin.confidence),
      percent(bin.accuracy),
    ]),
  )
}

export function unseenTable(predictions: readonly Prediction[], slow: SlowFigures): string {
  const seen = new Map(groupBy(predictions, (sample) => sample.set.name))
  return table(
    ['excluded set', 'texts', 'accuracy without it', 'macro-F1 without it', 'accuracy of the shipped model'],
    Object.entries(slow.unseen).map(([name, score]) => [
      name,
      score.total,
      percent(score.accuracy),
      percent(score.macroF1),
      percent(measure(seen.get(name) ?? []).accuracy),
    ]),
  )
}

export function licenceTable(): string {
  return table(
    ['set', 'description', 'labels', 'licence', 'in the licence-clean model'],
    SETS.map((set) => [
      set.name,
      set.description,
      `${set.weak ? 'weak' : 'human'}${set.binary ? ', two classes' : ''}`,
      set.licence,
      set.clean ? 'yes' : 'no',
    ]),
  )
}
