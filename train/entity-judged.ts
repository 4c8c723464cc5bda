import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EntityFinder, openEntityFinder } from '../src/analyse/entities/entities.ts'
import type { Entity } from '../src/domain/entity.ts'

// Names found in posts, judged by hand. The texts are not ours to publish: a row has the number and the hash of a line of
// `<folder>/unlabelled/unl_id.jsonl`, and which names are right. None of these lines was trained on or used to choose a threshold.
interface Judged {
  readonly line: number
  readonly sha: string
  readonly right: readonly Entity[]
  readonly wrong: readonly Entity[]
}

export interface JudgedPrecision {
  readonly sentences: number
  readonly right: number
  readonly wrong: number
  // Found by the model now, and not by the one that was judged.
  readonly unjudged: readonly string[]
}

const FILE = new URL('./sets/entities-judged.jsonl', import.meta.url)

export function measureJudged(folder: string, finder: EntityFinder = openEntityFinder()): JudgedPrecision {
  const lines = readFileSync(join(folder, 'unlabelled', 'unl_id.jsonl'), 'utf8').split('\n')
  const rows = readFileSync(FILE, 'utf8').trim().split('\n')
  let right = 0
  let wrong = 0
  const unjudged: string[] = []
  for (const row of rows) {
    const judged = JSON.parse(row) as Judged
    const { text } = JSON.parse(lines[judged.line - 1] ?? '{}') as { text: string }
    if (shaOf(text) !== judged.sha) throw new Error(`Line ${judged.line} is not the text that was judged.`)
    for (const entity of finder.find(text)) {
      if (entity.startsWith('province:')) continue
      if (judged.right.includes(entity)) right++
      else if (judged.wrong.includes(entity)) wrong++
      else unjudged.push(`${judged.line} ${entity}`)
    }
  }
  return { sentences: rows.length, right, wrong, unjudged }
}

export function shaOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
