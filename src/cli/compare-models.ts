import { readFileSync } from 'node:fs'
import { openAnalyser } from '../analyse/analyser.ts'
import { macroF1 } from '../analyse/macro-f1.ts'
import type { OperatorModel } from '../analyse/operator/model.ts'
import { Problem } from '../domain/problem.ts'
import { type ModelJudgement, SENTIMENTS, type Sentiment } from '../domain/sentiment.ts'
import { explainFileFailure } from './file-failure.ts'
import { drawTable } from './table.ts'

export interface LabelledText {
  readonly text: string
  readonly label: Sentiment
}

const SURE = 0.9

// A table of how the built-in models and the operator's own judge labelled texts.
export function compareModels(texts: readonly LabelledText[], own: OperatorModel | null): string {
  const analyser = openAnalyser()
  const models: Record<string, (text: string) => ModelJudgement> = {
    hashed: (text) => analyser.sentiment(text, { quick: true }),
    encoder: (text) => analyser.sentiment(text),
    ...(own === null ? {} : { operator: own.judge }),
  }
  const rows = Object.entries(models).map(([name, judge]) => [name, ...figures(texts, judge)])
  const header = ['model', 'texts', 'right %', 'macro-F1 %', `confidence ≥ ${SURE} %`, 'right of these %', 'ms a text']
  return drawTable({ header, rows }, undefined)
}

function figures(texts: readonly LabelledText[], judge: (text: string) => ModelJudgement): number[] {
  const start = performance.now()
  const judged = texts.map(({ text, label }) => {
    const { sentiment: predicted, confidence } = judge(text)
    return { label, predicted, sure: confidence >= SURE, right: predicted === label }
  })
  const ms = performance.now() - start
  const sure = judged.filter((one) => one.sure)
  return [
    judged.length,
    percent(judged.filter(({ right }) => right).length, judged.length),
    Number((100 * macroF1(judged)).toFixed(1)),
    percent(sure.length, judged.length),
    percent(sure.filter(({ right }) => right).length, sure.length),
    Number((ms / judged.length).toFixed(2)),
  ]
}

function percent(count: number, total: number): number {
  return total === 0 ? 0 : Number(((100 * count) / total).toFixed(1))
}

export function readLabelled(file: string): LabelledText[] {
  const lines = readText(file).split('\n')
  const texts = lines.flatMap((line, at) => (line.trim() === '' ? [] : [toLabelled(line, `${file}, line ${at + 1}`)]))
  if (texts.length === 0) throw new Problem('invalid', `${file} has no texts.`)
  return texts
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw explainFileFailure(file, error) ?? error
  }
}

function toLabelled(line: string, where: string): LabelledText {
  let value: Partial<Record<'text' | 'label', unknown>> | null
  try {
    value = JSON.parse(line)
  } catch {
    throw new Problem('invalid', `${where} is not a JSON object.`)
  }
  const label = SENTIMENTS.find((sentiment) => sentiment === value?.label)
  if (typeof value?.text !== 'string') throw new Problem('invalid', `${where}: "text" must be a text.`)
  if (label === undefined) throw new Problem('invalid', `${where}: "label" must be -1, 0 or 1.`)
  return { text: value.text, label }
}
