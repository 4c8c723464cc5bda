import { readFileSync } from 'node:fs'
import { ENTITY_MODEL } from '../src/analyse/entities/entities.ts'
import { openGazetteer } from '../src/analyse/entities/gazetteer.ts'
import { KINDS, readTagger } from '../src/analyse/entities/tagger.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { table } from './card-tables.ts'
import { readLabelled } from './entity-data.ts'
import { measureJudged } from './entity-judged.ts'
import { scoreEntities } from './entity-score.ts'

// The figures of names in the model card.
export function entityFigures(folder: string): Record<string, string> {
  const bytes = readFileSync(ENTITY_MODEL)
  const file = readModelFile(bytes, 'entities')
  const judged = measureJudged(folder)
  return {
    entityMegabytes: (bytes.length / 1e6).toFixed(1),
    entityRecipe: JSON.stringify(file.about.shape),
    entityScores: scoreTable(folder),
    judgedSentences: String(judged.sentences),
    judgedRight: String(judged.right),
    judgedShown: String(judged.right + judged.wrong),
    judgedPrecision: ((100 * judged.right) / (judged.right + judged.wrong)).toFixed(1),
    judgedNew: String(judged.unjudged.length),
  }
}

function scoreTable(folder: string): string {
  const gazetteer = openGazetteer()
  const tagger = readTagger(readModelFile(readFileSync(ENTITY_MODEL), 'entities'))
  const valid = readLabelled(folder).filter(({ split }) => split === 'valid')
  const rows = [['nergrit'], ['nerp'], ['nergrit', 'nerp']].flatMap((sources) => {
    const scored = scoreEntities(
      valid.filter(({ source }) => sources.includes(source)),
      gazetteer,
      tagger,
    )
    const kinds = KINDS.filter((kind) => kind !== 'organisation' || sources.includes('nergrit'))
    return kinds.map((kind) => {
      const { precision, recall, f1 } = scored[kind]
      return [sources.join(' and '), kind, precision.toFixed(1), recall.toFixed(1), f1.toFixed(1)]
    })
  })
  return table(['set', 'kind', 'precision', 'recall', 'F1'], rows)
}
