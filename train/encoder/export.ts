import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ENCODER_MODEL } from '../../src/analyse/analyser.ts'
import { readNpz } from './npz.ts'
import { packEncoder, readTokenizer } from './pack.ts'

// Writes the encoder that `train.py` trained as a model file. The same weights give the same bytes.
if (import.meta.main) {
  const { values } = parseArgs({
    options: { weights: { type: 'string' }, tokenizer: { type: 'string' }, out: { type: 'string' } },
  })
  const { weights, tokenizer } = values
  if (weights === undefined) throw new Error('Missing option: --weights <file.npz>.')
  const bytes = packEncoder(readNpz(weights), readTokenizer(tokenizer ?? join(weights, '../tok.json')))
  writeFileSync(values.out ?? ENCODER_MODEL, bytes)
  console.log(`Wrote ${bytes.length} bytes.`)
}
